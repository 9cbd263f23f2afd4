"""egvar for other programs: an MCP server for agents, and a page and an API over HTTP. Untrusted."""
