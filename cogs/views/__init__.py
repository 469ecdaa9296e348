"""Values in, messages out, nothing else."""
