"""The web cardroom: HTTP and WebSocket API, the store behind it, and the page.

Rules live below: the service seats people and bots, keeps time, writes everything down before
anybody is told, and lets nobody see more than their seat may.
"""
