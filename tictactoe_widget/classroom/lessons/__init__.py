"""The package's lessons, and classes with which you can write your own."""
