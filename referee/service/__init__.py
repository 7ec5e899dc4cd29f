"""The use cases: load, decide, append."""
