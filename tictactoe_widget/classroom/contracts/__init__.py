"""Contracts: the course interfaces, with adapters from and to them."""
