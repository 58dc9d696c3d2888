"""Proofs and values of m,n,k-games."""
