"""Who moves: named players, students' functions, matches."""
