"""Everything one service holds, and its life from start to stop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from houseway.filings.catalogue import look_again
from houseway.service.backroom.history import History
from houseway.service.backroom.jobs import Jobs
from houseway.service.backroom.records import Records
from houseway.service.backroom.rulings import Rulings
from houseway.service.following import Following
from houseway.service.limits import Rates
from houseway.service.names import looks
from houseway.service.peers.others import Others
from houseway.service.people.accounts import Accounts
from houseway.service.people.acts import Acts, Deed
from houseway.service.people.passwords import Guesses
from houseway.service.people.sessions import text_of
from houseway.service.people.staff import Staff
from houseway.service.settings import Settings
from houseway.service.storage.anchoring import anchors_folder, keep_daily, sheet
from houseway.service.storage.keys import key_file, open_keys, sign_with
from houseway.service.storage.store import Store
from houseway.service.tables.lobby import Lobby
from houseway.service.tables.seating import Seating
from houseway.service.watching import Watch
from houseway.service.web.sockets import Gate

KEEP_HOUSE_SECONDS = 60.0
log = logging.getLogger("houseway.service")

# Told the secret of the house's one-time link, and whether it was asked for anew.
Welcome = Callable[[str], None]


class Cardroom:
    """Everything one service holds."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.key_file = settings.signing_key_file or key_file(store.url)
        sign_with(self.store.engine, open_keys(self.key_file))
        self.accounts = Accounts(self.store, settings)
        self.staff = Staff(self.store, self.accounts)
        self.watch = Watch()
        self.others = Others(store.member)
        self.lobby = Lobby(self.store, self.accounts, settings, self.others)
        self.seating = Seating(self.lobby, self.others, store.member)
        self.history = History(self.store)
        self.rulings = Rulings(self.store)
        self.jobs = Jobs(self.store, self.accounts.now, settings.limits, settings.cluster)
        self.acts = Acts(self.store)
        self.records = Records(self.store)
        self.gate = Gate(self.lobby, self.accounts, settings.limits, self.watch)
        self.guests = Rates(*settings.limits.guests)
        self.guesses = Guesses(settings.limits)
        self.draining = False
        self._tasks: list[asyncio.Task[None]] = []
        self._giving_up: asyncio.Task[None] | None = None

    async def start(self, welcome: Welcome | None = None, *, anew: bool = False) -> None:
        """Open; `welcome` is told the house's one-time link while nobody has accepted one."""
        await asyncio.to_thread(looks, "House")  # reads its table before anybody waits for it
        await self.accounts.forget_old_sessions()
        house = await self.accounts.house()
        if welcome is not None:
            secret = await self.staff.house_invitation(house, anew=anew)
            if secret is not None:
                welcome(secret)
        await self.lobby.start()
        self.watch.follow(self)
        loop = asyncio.get_running_loop()
        self.store.lost.add_done_callback(
            lambda _: loop.is_closed() or loop.call_soon_threadsafe(self._give_up)
        )
        self._tasks = [asyncio.create_task(self._keep_house(), name="keep house")]
        member = self.store.member
        if member is not None:
            follow = Following(self, member)
            self._tasks.append(asyncio.create_task(follow.news(), name="news of other servers"))
            self._tasks.append(asyncio.create_task(follow.stay_in_touch(), name="stay in touch"))

    def _give_up(self) -> None:
        """The store is another's now: nobody is told anything more from here."""
        self.gate.close_all(1012, "another server has taken over")
        self._giving_up = asyncio.create_task(self.lobby.stop())

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.jobs.stop()
        await self.lobby.stop()
        await asyncio.to_thread(self.store.close)

    async def _keep_house(self) -> None:
        """Now and then: sessions that have ended are over at the tables too, a day that is over
        has its sheet of anchors, and filings that were changed by hand are read anew."""
        while True:
            await asyncio.sleep(KEEP_HOUSE_SECONDS)
            for work in (self.end_old_sessions, self.anchor_the_day, self.look_at_filings):
                try:
                    await work()
                except Exception:  # tried again next time
                    log.exception("%s was not done", work.__name__)

    async def anchor_the_day(self) -> None:
        folder, now = anchors_folder(self.key_file), self.accounts.now()
        await asyncio.to_thread(keep_daily, self.store.engine, folder, now)

    async def look_at_filings(self) -> None:
        await asyncio.to_thread(look_again)

    async def note(self, deed: Deed) -> None:
        """For the list of acts."""
        await self.acts.note(deed, text_of(self.accounts.now()))

    async def anchors(self) -> str:
        """The sheet of this moment."""
        now = self.accounts.now()

        def read() -> str:
            with self.store.engine.connect() as connection:
                return sheet(connection, now)

        return await asyncio.to_thread(read)

    async def end_old_sessions(self) -> None:
        await self.accounts.forget_old_sessions()
        now = self.accounts.now()
        self.gate.turn_out(lambda session: self.accounts.is_over(session, now))
