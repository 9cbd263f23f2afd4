"""Sources: bytes, a reading that gives them a meaning, and the table that comes of it. Trusted."""
