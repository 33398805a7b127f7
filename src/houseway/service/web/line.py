"""The line of a socket at a table: what many hear alike is made ready once, and written at once.

By way of the application's layers a message takes longer than it took to be thought of: a task is
woken for each, and passes it through eight calls. Here it goes to the transport as it is.
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State

NAME = "houseway.line"  # among the extensions of a socket's scope


class Line(WebSocketsSansIOProtocol):
    """A socket's protocol that can be spoken to without waiting."""

    _ready: tuple[str, bytes] = ("", b"")  # the last message of all lines, and its frame

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:  # refused
            self.scope["extensions"][NAME] = self  # type: ignore[assignment]

    def say(self, text: str) -> bool:
        """Write a message now, if nothing stands in its way; else whoever asks must wait."""
        if (
            not self.handshake_complete
            or not self.writable.is_set()
            or self.close_sent
            or self.disconnected
            or self.conn.state is not State.OPEN
            or self.conn.extensions
        ):
            return False
        known, frame = Line._ready
        if known is not text:
            frame = Frame(Opcode.TEXT, text.encode()).serialize(mask=False)
            Line._ready = (text, frame)
        self.transport.write(frame)
        return True
