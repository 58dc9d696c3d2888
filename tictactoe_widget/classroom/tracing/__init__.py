"""Traces: trees of the calls that a student's search makes."""
