"""Who is who: accounts, sessions, passwords, roles, and the chips of each."""
