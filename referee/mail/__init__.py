"""The letters' door: what goes out by mail, and the catcher that stands in for a mail server."""
