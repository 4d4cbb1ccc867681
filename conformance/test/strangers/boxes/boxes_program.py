"""A server of a cook-at-home company on the low-level server of the MCP SDK. It prints its endpoint.

Variables: PORT (left out: a free one), LATENCY_MS is the time that a call takes, SEEDED=1 has data from the start,
SECOND_USER is at work in another company, or in that of the run (main). /control is for hooks; with CLOCK=moves the
clock cannot stand.
"""

import asyncio
import os
import socket
from datetime import timedelta

import credit
import uvicorn
import weeks
from access import Verifier
from calls import company_named
from mcp.server.auth.settings import AuthSettings
from model import Company, Customer, Recipe, numbers
from serving import control_route, server


def add_customer(company: Company, number: int) -> Customer:
    customer = Customer(
        name=f"Household {number}",
        email=f"household{number}@example.org",
        phone=None if number % 3 == 0 else f"+4930{number:06}",
        newsletter=number % 2 == 0,
        avoids=["nuts"] if number % 5 == 0 else [],
        created_at=company.now(),
    )
    company.customers[customer.customer_id] = customer
    return customer


def add_recipe(company: Company, number: int) -> Recipe:
    recipe = Recipe(
        recipe_id=next(numbers["recipe"]),
        title=f"{['Risotto', 'Curry', 'Burrito', 'Gratin'][number % 4]} no. {number}",
        minutes=15 + number % 6 * 5,
        vegetarian=number % 2 == 0,
        portion_cents=450 + number % 9 * 40,
        ingredients=[
            {"name": "Rice", "grams": 90, "allergens": []},
            {"name": "Cheese", "grams": 40, "allergens": ["milk"] if number % 3 else ["milk", "nuts"]},
        ],
    )
    company.recipes[recipe.recipe_id] = recipe
    return recipe


def fill(company: Company) -> None:
    """Data from before."""
    customers = [add_customer(company, number) for number in range(1, 26)]
    recipes = [add_recipe(company, number) for number in range(1, 13)]
    today = company.now().date()
    menus = []
    for number in range(3):
        chosen = recipes[number * 3 : number * 3 + 5]
        menu = weeks.add_menu(company, "Classic", today + timedelta(days=7 * number + 7), chosen)
        menus.append(menu)
        if number < 2:
            weeks.publish(company, menu)
    for number, customer in enumerate(customers[:15]):
        subscription = weeks.subscribe(company, customer, 2 + number % 4, 2, weeks.DAYS[number % 7])
        for menu in menus[: number % 3]:
            box = weeks.open_box(company, subscription, menu)
            if number % 4 == 0:
                weeks.skip(company, box, True)
        if number % 5 == 0:
            weeks.change_subscription(subscription, "pause")
        credit.book(company, customer, "goodwill", 300 + number, "A late box")
    for number in range(4):
        gift = credit.create_gift(company, 2500, None)
        if number % 2 == 0:
            credit.redeem(company, gift, customers[number])


async def keep_busy(company: Company) -> None:
    """A second user, who works all the time."""
    turn = 0
    while True:
        await asyncio.sleep(0.025)
        turn += 1
        customer = add_customer(company, turn)
        recipes = [add_recipe(company, turn), add_recipe(company, turn + 1)]
        menu = weeks.add_menu(company, f"Extra {turn}", company.now().date() + timedelta(days=9), recipes)
        weeks.publish(company, menu)
        subscription = weeks.subscribe(company, customer, 2, 2, weeks.DAYS[turn % 7])
        box = weeks.open_box(company, subscription, menu)
        if turn % 2 == 0:
            weeks.skip(company, box, True)
            weeks.change_subscription(subscription, "cancel")
        credit.book(company, customer, "goodwill", 100, "A broken egg")


async def announce(port: int) -> None:
    """Prints the endpoint as soon as it listens."""
    while True:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            break
        except OSError:
            await asyncio.sleep(0.02)
    print(f"boxes at http://127.0.0.1:{port}/mcp", flush=True)


async def main() -> None:
    with socket.socket() as free:
        free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        free.bind(("127.0.0.1", int(os.environ.get("PORT", "0"))))
        port = free.getsockname()[1]
    if os.environ.get("SEEDED") == "1":
        for name in ("main", "other"):
            fill(company_named(name))
    jobs = [asyncio.create_task(announce(port))]
    second = os.environ.get("SECOND_USER")
    if second is not None:
        jobs.append(asyncio.create_task(keep_busy(company_named(second))))
    app = server.streamable_http_app(
        json_response=True,
        stateless_http=True,
        auth=AuthSettings(issuer_url=f"http://127.0.0.1:{port}", resource_server_url=None),
        token_verifier=Verifier(),
        custom_starlette_routes=[control_route],
    )
    await uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="warning")).serve()


asyncio.run(main())
