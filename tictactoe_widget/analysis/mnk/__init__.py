"""Analysis of m,n,k-games: proofs, search and evaluation."""
