"""Sandbox for other people's code: limits, state snapshots, processes and pickling."""
