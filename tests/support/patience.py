"""How long tests wait."""

PATIENCE = 300
"""Seconds until a condition that does not come true fails a test, on a busy machine too."""
