"""A server of accounts and transfers on FastMCP. It prints its endpoint.

Variables: LATENCY_MS is the time that a call takes, SEEDED=1 has data from the start, SECOND_USER is at work in another
account, or in that of the run (main). /control is for hooks; with CLOCK=moves the clock cannot stand.
"""

import asyncio
import os
import socket
from datetime import date
from decimal import Decimal

# Before FastMCP reads its settings: requests of pages of other sites are refused.
os.environ.setdefault("FASTMCP_HTTP_HOST_ORIGIN_PROTECTION", "true")

import ledger_tools  # noqa: E402, F401
from serving import books, mcp  # noqa: E402


def fill_before(owner: str) -> None:
    for number in range(1, 9):
        account = books.open_account(owner, f"Account {number}", "EUR" if number % 2 else "USD", Decimal("50.00"))
        for step in range(1, 6):
            books.post(account, Decimal(f"{number}{step}.{step}{number % 10}"), f"Salary {step}", date(2025, step, 15))
        if number == 8:
            account.status = "frozen"
    main = [row for row in books.accounts.values() if row.tenant == owner and row.currency == "EUR"]
    for number in range(6):
        books.transfer(owner, main[0].account_id, main[1].account_id, Decimal(f"1.1{number}"))


async def keep_busy(owner: str) -> None:
    """A second user, who works all the time."""
    turn = 0
    while True:
        await asyncio.sleep(0.025)
        turn += 1
        first = books.open_account(owner, f"Busy {turn}", "EUR", Decimal("10.00"))
        second = books.open_account(owner, f"Lazy {turn}", "EUR", Decimal("0.00"))
        books.post(first, Decimal("3.33"), "Cash")
        if turn % 50 == 1:
            made = books.transfer(owner, first.account_id, second.account_id, Decimal("3.33"))
            books.reverse(owner, made.transfer_id)


async def main() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    if os.environ.get("SEEDED") == "1":
        for owner in ("main", "other"):
            fill_before(owner)
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
    print(f"ledger at http://127.0.0.1:{port}/mcp", flush=True)


asyncio.run(main())
