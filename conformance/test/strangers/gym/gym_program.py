"""A server of gyms on FastMCP: members, classes, bookings, invoices and lockers. It prints its endpoint.

Variables: PORT (left out: a free one), LATENCY_MS is the time that a call takes, SEEDED=1 has data from the start,
SECOND_USER is at work in another gym, or in that of the run (main). /control is for hooks; with CLOCK=moves the clock
cannot stand.
"""

import asyncio
import os
import socket
from datetime import date, timedelta

# Before FastMCP reads its settings: requests of pages of other sites are refused.
os.environ.setdefault("FASTMCP_HTTP_HOST_ORIGIN_PROTECTION", "true")

# isort: off
# Tools are listed in the order of these imports.
import member_tools  # noqa: E402, F401
import class_tools  # noqa: E402, F401
import billing_tools  # noqa: E402, F401
import locker_tools  # noqa: E402, F401

# isort: on
import rules  # noqa: E402
from rows import Item, Lesson, Member  # noqa: E402
from serving import gyms, mcp  # noqa: E402


def add_member(gym: str, number: int) -> Member:
    return rules.add_member(
        gyms,
        gym,
        joined_on=date(2024, 1 + number % 12, 1 + number % 28),
        name=f"Member {number}",
        email=f"member{number}@example.org",
        phone=None if number % 3 == 0 else f"+4930{number:06}",
        plan=["basic", "plus", "student"][number % 3],
        newsletter=number % 2 == 0,
        tags=["regular"] if number % 4 == 0 else [],
    )


def add_lesson(gym: str, number: int, room: str, hours: float, capacity: int) -> Lesson:
    return rules.add_lesson(
        gyms,
        gym,
        title=f"Circuit {number}",
        instructor="Ines Moll" if number % 2 else "Tom Adler",
        room=room,
        level=["beginner", "all", "advanced"][number % 3],
        starts_at=gyms.now() + timedelta(hours=hours),
        minutes=45,
        capacity=capacity,
    )


def fill_before(gym: str) -> None:
    members = [add_member(gym, number) for number in range(1, 31)]
    rules.set_membership(members[6], "freeze")
    rules.set_membership(members[7], "end")
    for number in range(8):
        lesson = add_lesson(gym, number, "Hall A", 30 + 24 * number, 2)
        for member in members[3 * number + 8 : 3 * number + 11]:
            rules.book(gyms, lesson, member)
    for number, member in enumerate(members[:12]):
        items = [Item("Monthly fee", 1, 3900), Item("Drinks", 1 + number % 3, 250)]
        invoice = rules.add_invoice(gyms, member, items, None)
        if number % 3 == 0:
            rules.pay(gyms, invoice, 1900 if number % 2 else invoice.total_cents, "cash")
    for number in range(6):
        locker = rules.add_locker(gyms, gym, "Basement", "large" if number % 2 else "small")
        if number < 3:
            rules.rent(gyms, locker, members[number])


async def keep_busy(gym: str) -> None:
    """A second user, who works all the time."""
    turn = 0
    while True:
        await asyncio.sleep(0.025)
        turn += 1
        member = add_member(gym, turn)
        lesson = add_lesson(gym, turn, f"Back room {turn}", 48, 1)
        booking = rules.book(gyms, lesson, member)
        if turn % 3 == 0:
            rules.cancel_booking(gyms, booking)
        if turn % 10 == 0:
            invoice = rules.add_invoice(gyms, member, [Item("Day pass", 1, 1200)], None)
            rules.pay(gyms, invoice, 1200, "card")
            rules.give_back(gyms, rules.rent(gyms, rules.add_locker(gyms, gym, "Attic", "small"), member))


async def main() -> None:
    with socket.socket() as free:
        free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        free.bind(("127.0.0.1", int(os.environ.get("PORT", "0"))))
        port = free.getsockname()[1]
    if os.environ.get("SEEDED") == "1":
        for gym in ("main", "other"):
            fill_before(gym)
    jobs = [asyncio.create_task(announce(port))]
    second = os.environ.get("SECOND_USER")
    if second is not None:
        jobs.append(asyncio.create_task(keep_busy(second)))
    await mcp.run_http_async(
        show_banner=False,
        host="127.0.0.1",
        port=port,
        stateless_http=True,
        json_response=True,
        uvicorn_config={"log_level": "warning"},
    )


async def announce(port: int) -> None:
    """Prints the endpoint as soon as it listens."""
    while True:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            break
        except OSError:
            await asyncio.sleep(0.02)
    print(f"gym at http://127.0.0.1:{port}/mcp", flush=True)


asyncio.run(main())
