"""Sandbox for foreign code: limits, snapshots of its state, processes and pickling."""
