"""Analysis of m,n,k-games by proofs, search and evaluation."""
