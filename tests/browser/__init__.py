"""A package, so that one browser can serve all its tests and be gone before others run."""
