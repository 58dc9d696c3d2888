"""Contracts (course interfaces), and adapters between players and contracts."""
