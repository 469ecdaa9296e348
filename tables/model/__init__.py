"""The values that describe a table, without a store, a clock or anybody who acts."""
