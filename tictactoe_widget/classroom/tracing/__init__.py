"""Traces: the calls of a student's own search, recorded as a tree."""
