"""A match as a fold over its events: pure, no clock, no store."""
