"""What is legal and who has won. Immutable, and the standard library alone."""
