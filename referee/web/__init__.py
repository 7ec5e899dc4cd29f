"""The pages: server-rendered HTML that works without a script, by keyboard, and on a small screen."""
