"""Finished matches of every game, kept for ever: a change that would rewrite an old match fails here (faults.md A59)."""
