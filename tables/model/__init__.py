"""The values that describe a table, and functions of them that need neither a store nor a clock."""
