"""What messages look like: functions that take values and give views, and do nothing else."""
