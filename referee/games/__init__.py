"""The rules: pure functions of state, one folder per game."""
