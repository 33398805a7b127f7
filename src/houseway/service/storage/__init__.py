"""What is kept: the database, who may write to it, and the files beside it."""
