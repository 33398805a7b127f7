"""HTTP and WebSockets: routes, sockets, what is answered, who is let in."""
