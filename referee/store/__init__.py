"""Floor 2: Redis. The only place that speaks it."""
