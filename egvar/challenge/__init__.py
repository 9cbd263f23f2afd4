"""Challenges: from a source and a goal to the Lean statement that a solution must prove. Trusted."""
