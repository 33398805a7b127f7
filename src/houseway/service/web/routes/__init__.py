"""The routes of the cardroom by subject, each thin over the part that does the work."""
