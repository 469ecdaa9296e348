"""The games and the code that they share: pure functions, without I/O, clock, random source or Discord."""
