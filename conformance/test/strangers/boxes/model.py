"""What a company has: customers, recipes, menus, subscriptions, boxes and gift codes."""

import secrets
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime
from itertools import count
from typing import Any


class Refusal(Exception):
    """Why a call is refused: a code for programs, and a message that says what to do."""

    def __init__(self, code: str, message: str):
        super().__init__(message)
        self.code = code


@dataclass
class Customer:
    name: str
    email: str
    phone: str | None
    newsletter: bool
    avoids: list[str]
    created_at: datetime
    customer_id: str = field(default_factory=lambda: f"cus_{secrets.token_hex(6)}")
    credit_cents: int = 0
    revision: int = 1


@dataclass
class CreditEntry:
    entry_id: int
    customer: Customer
    kind: str
    amount_cents: int
    reason: str
    created_at: datetime


@dataclass
class Recipe:
    recipe_id: int
    title: str
    minutes: int
    vegetarian: bool
    portion_cents: int
    ingredients: list[dict]
    ratings: list[int] = field(default_factory=list)

    def allergens(self) -> list[str]:
        """The allergens of all ingredients, each once."""
        return list(dict.fromkeys(each for ingredient in self.ingredients for each in ingredient["allergens"]))


@dataclass
class Menu:
    menu_id: str
    title: str
    starts_on: date
    recipes: list[Recipe]
    status: str = "draft"
    published_at: datetime | None = None


@dataclass
class Subscription:
    customer: Customer
    meals: int
    portions: int
    delivery_day: str
    created_at: datetime
    status: str = "active"
    subscription_id: str = field(default_factory=lambda: str(uuid.uuid4()))


@dataclass
class Box:
    box_id: str
    subscription: Subscription
    menu: Menu
    opened_at: datetime
    locks_at: datetime
    delivers_at: datetime
    recipes: list[Recipe] = field(default_factory=list)
    total_cents: int = 0
    credit_used_cents: int = 0
    stored_status: str = "open"
    packed_at: datetime | None = None
    delivered_at: datetime | None = None
    rated: set[int] = field(default_factory=set)

    def status(self, now: datetime) -> str:
        if self.stored_status == "open" and now >= self.locks_at:
            return "locked"
        return self.stored_status

    def price_of(self, recipe: Recipe) -> int:
        return recipe.portion_cents * self.subscription.portions


@dataclass
class Gift:
    code: str
    value_cents: int
    message: str | None
    created_at: datetime
    expires_at: datetime
    customer: Customer | None = None
    redeemed_at: datetime | None = None

    def status(self, now: datetime) -> str:
        if self.redeemed_at is not None:
            return "redeemed"
        return "expired" if now >= self.expires_at else "valid"


numbers = {name: count(1) for name in ("recipe", "menu", "box", "entry")}


class Company:
    """The data of a company, which no other company sees."""

    def __init__(self, now: Callable[[], datetime]):
        self.now = now
        self.customers: dict[str, Customer] = {}
        self.entries: list[CreditEntry] = []
        self.recipes: dict[int, Recipe] = {}
        self.menus: dict[str, Menu] = {}
        self.subscriptions: dict[str, Subscription] = {}
        self.boxes: dict[str, Box] = {}
        self.gifts: dict[str, Gift] = {}
        self.gifts_of_day: dict[date, int] = {}
        self.answers: dict[tuple[str, str], tuple[dict, dict]] = {}

    def customer(self, customer_id: str) -> Customer:
        return find(self.customers, customer_id, "customer", "list_customers shows all customers.")

    def recipe(self, recipe_id: int) -> Recipe:
        return find(self.recipes, recipe_id, "recipe", "list_recipes shows all recipes.")

    def menu(self, menu_id: str) -> Menu:
        return find(self.menus, menu_id, "menu", "create_menu creates one.")

    def subscription(self, subscription_id: str) -> Subscription:
        return find(self.subscriptions, subscription_id, "subscription", "create_subscription creates one.")

    def box(self, box_id: str) -> Box:
        return find(self.boxes, box_id, "box", "list_boxes shows all boxes.")

    def gift(self, code: str) -> Gift:
        return find(self.gifts, code, "gift code", "Read the code on the card again.")


def find(rows: dict, row_id: Any, what: str, hint: str) -> Any:
    if row_id not in rows:
        raise Refusal("not_found", f"There is no {what} {row_id}. {hint}")
    return rows[row_id]
