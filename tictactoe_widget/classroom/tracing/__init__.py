"""Traces, which record the calls of a student's search as a tree."""
