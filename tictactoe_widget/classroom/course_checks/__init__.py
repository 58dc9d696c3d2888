"""Check all submissions to a course, each in a separate process."""
