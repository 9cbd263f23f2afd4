"""egvar: claims about tables, verified by the Lean kernel or not at all."""
