"""What a table is: its total rows, whether it is a statement, labels that continue. Trusted; found by arithmetic."""
