"""What happens behind the doors: the relay and the RQ jobs."""
