"""Sandbox for untrusted code: limits, state snapshots, processes and pickling."""
