"""Put on the PYTHONPATH of bots: what Python imports at their start."""
