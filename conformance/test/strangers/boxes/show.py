"""How rows are shown in results."""

from datetime import datetime
from typing import Any

from calls import Caller
from model import Box, CreditEntry, Customer, Gift, Menu, Recipe, Subscription


def iso(time: datetime) -> str:
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def iso_or_none(time: datetime | None) -> str | None:
    return None if time is None else iso(time)


def present(**values: Any) -> dict:
    """The values that are there."""
    return {key: value for key, value in values.items() if value is not None}


def show_customer(caller: Caller, row: Customer, shows_phone: bool = False) -> dict:
    sees_contacts = "contacts:read" in caller.scopes
    return present(
        customer_id=row.customer_id,
        name=row.name,
        email=row.email if sees_contacts else None,
        phone=row.phone if sees_contacts or shows_phone else None,
        newsletter=row.newsletter,
        avoids=row.avoids,
        credit_cents=row.credit_cents,
        created_at=iso(row.created_at),
        revision=row.revision,
    )


def show_entry(row: CreditEntry) -> dict:
    return {
        "entry_id": row.entry_id,
        "customer_id": row.customer.customer_id,
        "kind": row.kind,
        "amount_cents": row.amount_cents,
        "reason": row.reason,
        "created_at": iso(row.created_at),
    }


def show_subscription(row: Subscription) -> dict:
    return {
        "subscription_id": row.subscription_id,
        "customer_id": row.customer.customer_id,
        "status": row.status,
        "meals": row.meals,
        "portions": row.portions,
        "delivery_day": row.delivery_day,
        "created_at": iso(row.created_at),
    }


def show_recipe(row: Recipe) -> dict:
    count = len(row.ratings)
    return present(
        recipe_id=row.recipe_id,
        title=row.title,
        minutes=row.minutes,
        vegetarian=row.vegetarian,
        portion_cents=row.portion_cents,
        ingredients=row.ingredients,
        allergens=row.allergens(),
        rating_count=count,
        average_stars=round(sum(row.ratings) / count, 2) if count else None,
    )


def show_menu(row: Menu) -> dict:
    return present(
        menu_id=row.menu_id,
        title=row.title,
        starts_on=row.starts_on.isoformat(),
        status=row.status,
        recipe_ids=[each.recipe_id for each in row.recipes],
        published_at=iso_or_none(row.published_at),
    )


def show_box(caller: Caller, row: Box) -> dict:
    return present(
        box_id=row.box_id,
        subscription_id=row.subscription.subscription_id,
        customer_id=row.subscription.customer.customer_id,
        menu_id=row.menu.menu_id,
        status=row.status(caller.company.now()),
        recipes=[
            {"recipe_id": each.recipe_id, "title": each.title, "price_cents": row.price_of(each)}
            for each in row.recipes
        ],
        total_cents=row.total_cents,
        credit_used_cents=row.credit_used_cents,
        to_pay_cents=row.total_cents - row.credit_used_cents,
        opened_at=iso(row.opened_at),
        locks_at=iso(row.locks_at),
        delivers_at=iso(row.delivers_at),
        packed_at=iso_or_none(row.packed_at),
        delivered_at=iso_or_none(row.delivered_at),
    )


def show_gift(caller: Caller, row: Gift) -> dict:
    return present(
        code=row.code,
        status=row.status(caller.company.now()),
        value_cents=row.value_cents,
        message=row.message,
        created_at=iso(row.created_at),
        expires_at=iso(row.expires_at),
        redeemed_at=iso_or_none(row.redeemed_at),
        customer_id=None if row.customer is None else row.customer.customer_id,
    )
