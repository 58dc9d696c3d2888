"""Contracts (course interfaces), with adapters in both directions."""
