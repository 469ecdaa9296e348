"""Messages kept up to date: boards, threads, panels, notices."""
