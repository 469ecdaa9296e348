"""Computer players: when they think, and the processes in which they think."""
