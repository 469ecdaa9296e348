"""What a table is: values alone, without a store, a clock or anybody who acts."""
