"""Check of rules that somebody wrote: every promise of rules, tried out."""
