"""What a filing is made of: strict records, one module per game family."""
