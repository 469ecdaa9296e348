"""What can be done at a table: functions from a table to the table afterwards."""
