"""Leagues: seasons, seating, points, ratings. Pure."""
