"""The pages' door."""
