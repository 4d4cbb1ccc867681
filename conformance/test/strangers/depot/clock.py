"""The time of the depot, which the hook `clock` moves and stops."""

import time
from datetime import datetime, timedelta, timezone


class Clock:
    """Seconds since 1970, moved forward by hooks."""

    def __init__(self, can_stand: bool):
        self.can_stand = can_stand
        self.ahead = 0
        self.stopped_at = None

    def seconds(self) -> int:
        return self.stopped_at if self.stopped_at is not None else int(time.time()) + self.ahead

    def move(self, by: int, still: "bool | None") -> str:
        if self.stopped_at is not None:
            self.stopped_at += by
        self.ahead += by
        if still is True and self.can_stand and self.stopped_at is None:
            self.stopped_at = int(time.time()) + self.ahead
        if still is False and self.stopped_at is not None:
            self.ahead = self.stopped_at - int(time.time())
            self.stopped_at = None
        return show_time(self.seconds())


def show_time(seconds: "int | None") -> "str | None":
    if seconds is None:
        return None
    return (datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%SZ")


def show_day(seconds: int) -> str:
    return show_time(seconds)[:10]
