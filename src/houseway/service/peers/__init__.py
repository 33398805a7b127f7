"""The other servers of a store: what they know, and the way to them."""
