"""The page driven in a real browser, against a cardroom that is really served."""
