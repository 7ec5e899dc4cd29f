"""Sentences for people, in English and Spanish."""
