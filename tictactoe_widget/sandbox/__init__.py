"""Run code that others wrote: limits, snapshots of state, processes, pickling."""
