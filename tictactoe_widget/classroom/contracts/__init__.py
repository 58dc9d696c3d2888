"""Contracts (course interfaces), and adapters that convert players to and from them."""
