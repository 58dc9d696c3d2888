"""Traces: trees that record the calls in a student's search."""
