"""A folder for bots' `PYTHONPATH`, whose module `sitecustomize` Python imports when a bot starts."""
