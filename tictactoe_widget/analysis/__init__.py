"""What a position is worth, and why."""
