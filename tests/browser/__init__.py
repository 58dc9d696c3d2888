"""A package, so that pytest closes the shared browser after these tests."""
