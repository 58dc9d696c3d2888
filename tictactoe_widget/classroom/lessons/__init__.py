"""The package's lessons, and Python classes with which you can write your own lessons."""
