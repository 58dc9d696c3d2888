"""Check a student's functions on every position of the 3x3 board."""
