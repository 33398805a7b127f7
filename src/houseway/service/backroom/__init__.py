"""Work beside the tables, in processes of its own: the desk, the coach, hands told again, jobs."""
