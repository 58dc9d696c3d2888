"""Classroom: a class's own code checked, traced and rated."""
