"""What players run: the SDK, the command, the bots."""
