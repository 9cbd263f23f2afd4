"""Documents: the sentences of a text with their places, checked against tables. Not trusted."""
