"""Contracts (course interfaces), and adapters that make players and contracts fit together."""
