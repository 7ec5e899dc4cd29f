"""The letters' door."""
