"""Puzzles: positions with a task, one for each day, and worksheets of them."""
