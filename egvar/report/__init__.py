"""Reports: verdicts as pages for people who know no Lean."""
