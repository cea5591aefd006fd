"""The door for Discord: the whole roll in a channel, as phones see it."""
