"""Referee: signed, verifiable board games by post."""
