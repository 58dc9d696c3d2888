"""How long tests wait."""

# Seconds until a condition that does not come true fails a test, on a busy machine too.
PATIENCE = 300
