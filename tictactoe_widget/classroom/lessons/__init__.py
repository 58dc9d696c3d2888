"""The package's lessons, and classes for writing your own lessons."""
