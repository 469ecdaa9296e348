"""The gateway's connection, and tables kept in step with channels, servers and people that come and go."""
