"""Board: rounds of a game and lessons, with requests and views for front ends."""
