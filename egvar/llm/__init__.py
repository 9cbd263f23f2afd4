"""Language models: one small protocol, the providers behind it, recording and accounts. Untrusted; imports no SDK."""
