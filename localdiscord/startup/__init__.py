"""A folder for the `PYTHONPATH` of bots, whose module `sitecustomize` Python imports at their start."""
