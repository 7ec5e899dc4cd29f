"""Sentences for steps, effects, results and problems, in English and Spanish."""
