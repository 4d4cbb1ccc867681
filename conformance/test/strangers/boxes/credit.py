"""Credit of customers, and the gift codes that give it."""

import secrets
from datetime import UTC, datetime, timedelta

from breaks import is_broken
from model import Company, CreditEntry, Customer, Gift, Refusal, numbers

GIFT_LIFETIME = timedelta(days=90)
GIFTS_A_DAY = 300
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"


def book(company: Company, customer: Customer, kind: str, amount_cents: int, reason: str) -> CreditEntry:
    """Changes the credit of a customer by an amount, which has an entry in the list."""
    entry = CreditEntry(next(numbers["entry"]), customer, kind, amount_cents, reason, company.now())
    company.entries.append(entry)
    if not (kind == "box" and is_broken("delivery-keeps-credit")):
        customer.credit_cents += amount_cents
    return entry


def gifts_today(company: Company) -> int:
    return company.gifts_of_day.get(company.now().date(), 0)


def next_day(now: datetime) -> datetime:
    return datetime(now.year, now.month, now.day, tzinfo=UTC) + timedelta(days=1)


def make_code() -> str:
    groups = ["".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(2)]
    return "-".join(["GIFT", *groups])


def create_gift(company: Company, value_cents: int, message: str | None) -> Gift:
    used = gifts_today(company)
    if used >= GIFTS_A_DAY:
        raise Refusal(
            "gift_codes_used_up",
            f"All {GIFTS_A_DAY} gift codes of today are created. get_usage shows when there are new ones.",
        )
    now = company.now()
    company.gifts_of_day[now.date()] = used + 1
    gift = Gift(make_code(), value_cents, message, now, now + GIFT_LIFETIME)
    company.gifts[gift.code] = gift
    return gift


def redeem(company: Company, gift: Gift, customer: Customer) -> None:
    status = gift.status(company.now())
    is_usable = status == "valid" or (status == "expired" and is_broken("expired-gift-redeems"))
    if not is_usable:
        raise Refusal("gift_not_valid", f"The gift code {gift.code} is {status}. Only valid codes can be redeemed.")
    gift.customer = customer
    gift.redeemed_at = company.now()
    book(company, customer, "gift", gift.value_cents, f"Gift code {gift.code}")
