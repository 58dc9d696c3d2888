"""Matchboxes: a machine in training, its view and its requests."""
