"""Traces, which record the calls that a student's search makes as a tree."""
