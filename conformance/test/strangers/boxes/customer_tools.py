"""What the tools of customers, credit and subscriptions do."""

import credit
import weeks
from breaks import is_broken
from calls import Caller, cut, once
from model import Customer, Refusal
from show import iso, present, show_customer, show_entry, show_gift, show_subscription


def create_customer(caller: Caller, given: dict) -> dict:
    customer = Customer(
        name=given["name"],
        email=given["email"],
        phone=given.get("phone"),
        newsletter=given.get("newsletter", False),
        avoids=given.get("avoids", []),
        created_at=caller.company.now(),
    )
    caller.company.customers[customer.customer_id] = customer
    return show_customer(caller, customer)


def get_customer(caller: Caller, given: dict) -> dict:
    return show_customer(caller, caller.company.customer(given["customer_id"]))


def list_customers(caller: Caller, given: dict) -> dict:
    words, newsletter, avoids = given.get("words"), given.get("newsletter"), given.get("avoids")
    rows = [
        (number, row)
        for number, row in enumerate(caller.company.customers.values())
        if (words is None or words.lower() in row.name.lower())
        and (newsletter is None or row.newsletter == newsletter)
        and (avoids is None or avoids in row.avoids)
    ]
    name = ["customers", words, newsletter, avoids]
    page, after = cut(caller, rows, lambda row: [row[0]], name, given)
    shows_phone = is_broken("phone-in-customer-list")
    customers = [show_customer(caller, row, shows_phone) for _, row in page]
    return present(customers=customers, total=len(rows), next_cursor=after)


def update_customer(caller: Caller, given: dict) -> dict:
    customer = caller.company.customer(given["customer_id"])
    if given["revision"] != customer.revision:
        raise Refusal(
            "stale_revision",
            f"The customer has revision {customer.revision}. Call get_customer, and decide again.",
        )
    changes = {key: value for key, value in given.items() if key not in ("customer_id", "revision")}
    is_changed = any(getattr(customer, key) != value for key, value in changes.items())
    for key, value in changes.items():
        setattr(customer, key, value)
    if is_changed and not (list(changes) == ["avoids"] and is_broken("allergens-keep-the-revision")):
        customer.revision += 1
    return show_customer(caller, customer)


def add_credit(caller: Caller, given: dict) -> dict:
    customer = caller.company.customer(given["customer_id"])

    def run() -> dict:
        return show_entry(credit.book(caller.company, customer, "goodwill", given["amount_cents"], given["reason"]))

    return once(caller, "add_credit", given, run)


def list_credit_entries(caller: Caller, given: dict) -> dict:
    customer, kind = caller.company.customer(given["customer_id"]), given.get("kind")
    rows = [row for row in caller.company.entries if row.customer is customer and kind in (None, row.kind)]
    name = ["entries", customer.customer_id, kind]
    page, after = cut(caller, rows, lambda row: [-row.entry_id], name, given)
    return present(entries=[show_entry(row) for row in page], next_cursor=after)


def create_subscription(caller: Caller, given: dict) -> dict:
    customer = caller.company.customer(given["customer_id"])
    meals, portions = given.get("meals", 3), given.get("portions", 2)
    return show_subscription(weeks.subscribe(caller.company, customer, meals, portions, given["delivery_day"]))


def get_subscription(caller: Caller, given: dict) -> dict:
    return show_subscription(caller.company.subscription(given["subscription_id"]))


def change_subscription(caller: Caller, given: dict) -> dict:
    subscription = caller.company.subscription(given["subscription_id"])
    weeks.change_subscription(subscription, given["action"])
    return show_subscription(subscription)


def create_gift_code(caller: Caller, given: dict) -> dict:
    def run() -> dict:
        return show_gift(caller, credit.create_gift(caller.company, given["value_cents"], given.get("message")))

    return once(caller, "create_gift_code", given, run)


def get_gift_code(caller: Caller, given: dict) -> dict:
    if is_broken("gift-code-of-anyone"):
        for company in caller.all_companies():
            if given["code"] in company.gifts:
                return show_gift(caller, company.gifts[given["code"]])
    return show_gift(caller, caller.company.gift(given["code"]))


def redeem_gift_code(caller: Caller, given: dict) -> dict:
    gift, customer = caller.company.gift(given["code"]), caller.company.customer(given["customer_id"])
    credit.redeem(caller.company, gift, customer)
    return show_gift(caller, gift)


def get_usage(caller: Caller, _given: dict) -> dict:
    used = credit.gifts_today(caller.company)
    return {
        "used": used,
        "remaining": credit.GIFTS_A_DAY - used,
        "limit": credit.GIFTS_A_DAY,
        "resets_at": iso(credit.next_day(caller.company.now())),
    }


CUSTOMER_TOOLS = {
    "create_customer": ("customers:write", create_customer),
    "get_customer": ("boxes:read", get_customer),
    "list_customers": ("boxes:read", list_customers),
    "update_customer": ("customers:write", update_customer),
    "add_credit": ("credit:write", add_credit),
    "list_credit_entries": ("boxes:read", list_credit_entries),
    "create_subscription": ("customers:write", create_subscription),
    "get_subscription": ("boxes:read", get_subscription),
    "change_subscription": ("customers:write", change_subscription),
    "create_gift_code": ("credit:write", create_gift_code),
    "get_gift_code": ("boxes:read", get_gift_code),
    "redeem_gift_code": ("credit:write", redeem_gift_code),
    "get_usage": ("boxes:read", get_usage),
}
