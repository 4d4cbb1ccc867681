"""The tools of the ledger."""

from datetime import timedelta
from decimal import Decimal
from typing import Literal

from books import TRANSFERS_A_DAY
from breaks import is_broken
from serving import END, READ, WRITE, books, cents, cut, day, once, tenant, tool
from shapes import (
    AccountId,
    Accounts,
    AccountShape,
    Amount,
    Count,
    Currency,
    Cursor,
    Day,
    Entries,
    EntryId,
    EntryShape,
    Key,
    Limit,
    Line,
    Overdraft,
    Positive,
    Statement,
    Status,
    TransferId,
    Transfers,
    TransferShape,
    UsageShape,
    Words,
    show_account,
    show_entry,
    show_transfer,
)


@tool("accounts:write", WRITE, "Open an account")
def open_account(name: Words, currency: Currency = "EUR", overdraft: Overdraft = 0) -> AccountShape:
    return show_account(books.open_account(tenant(), name, currency, cents(overdraft)))


@tool("accounts:read", READ, "Show an account and its balance")
def get_account(account_id: AccountId) -> AccountShape:
    return show_account(books.account(tenant(), account_id))


def reaches(balance: Decimal, least: Decimal) -> bool:
    return balance > least or (balance == least and not is_broken("min-balance-is-left-out"))


@tool("accounts:read", READ, "List accounts, the oldest first")
def list_accounts(
    status: Status | None = None,
    currency: Currency | None = None,
    min_balance: Amount | None = None,
    limit: Limit = 20,
    cursor: Cursor | None = None,
) -> Accounts:
    rows = [
        row
        for row in books.accounts.values()
        if row.tenant == tenant()
        and (status is None or row.status == status)
        and (currency is None or row.currency == currency)
        and (min_balance is None or reaches(row.balance, cents(min_balance)))
    ]
    name = ("accounts", status, currency, min_balance)
    page, total, after = cut(rows, lambda row: row.account_id, name, limit, cursor)
    return Accounts(accounts=[show_account(row) for row in page], total=total, next_cursor=after)


@tool("accounts:write", END, "Freeze an open account: nothing can be posted")
def freeze_account(account_id: AccountId) -> AccountShape:
    return show_account(books.set_status(tenant(), account_id, "open", "frozen"))


@tool("accounts:write", END, "Open a frozen account again")
def unfreeze_account(account_id: AccountId) -> AccountShape:
    return show_account(books.set_status(tenant(), account_id, "frozen", "open"))


@tool("accounts:write", END, "Close an open account whose balance is zero")
def close_account(account_id: AccountId) -> AccountShape:
    return show_account(books.set_status(tenant(), account_id, "open", "closed"))


@tool("accounts:write", WRITE, "Post an entry; an amount below zero takes money from the account")
def post_entry(
    account_id: AccountId, amount: Amount, text: Words, booked_on: Day | None = None, key: Key | None = None
) -> EntryShape:
    def run():
        account = books.account(tenant(), account_id)
        books.expect_open(account)
        books.expect_funds(account, cents(amount))
        return show_entry(books.post(account, cents(amount), text, day(booked_on)))

    return once("entry", key, (account_id, cents(amount), text, booked_on), run)


@tool("accounts:read", READ, "Show an entry")
def get_entry(entry_id: EntryId) -> EntryShape:
    return show_entry(books.entry_of(tenant(), entry_id))


@tool("accounts:read", READ, "List the entries of an account, both dates included")
def list_entries(
    account_id: AccountId,
    from_date: Day | None = None,
    until_date: Day | None = None,
    min_amount: Amount | None = None,
    limit: Limit = 20,
    cursor: Cursor | None = None,
) -> Entries:
    books.account(tenant(), account_id)
    first, last = day(from_date), day(until_date)
    rows = [
        row
        for row in books.entries.values()
        if row.account_id == account_id
        and (first is None or row.booked_on >= first)
        and (last is None or row.booked_on <= last)
        and (min_amount is None or row.amount >= cents(min_amount))
    ]
    name = ("entries", account_id, from_date, until_date, min_amount)
    page, total, after = cut(rows, lambda row: row.entry_id, name, limit, cursor)
    return Entries(entries=[show_entry(row) for row in page], total=total, next_cursor=after)


@tool("transfers:write", WRITE, "Move money between two accounts of one currency")
def transfer(
    from_account: AccountId, to_account: AccountId, amount: Positive, key: Key | None = None
) -> TransferShape:
    def run():
        return show_transfer(books.transfer(tenant(), from_account, to_account, cents(amount)))

    named = (from_account, to_account)
    return once("transfer", key, named if is_broken("key-forgets-the-amount") else (*named, cents(amount)), run)


@tool("accounts:read", READ, "Show a transfer")
def get_transfer(transfer_id: TransferId) -> TransferShape:
    return show_transfer(books.transfer_of(tenant(), transfer_id))


@tool("accounts:read", READ, "List transfers, the oldest first; account_id is on either side")
def list_transfers(
    account_id: AccountId | None = None,
    status: Literal["posted", "reversed"] | None = None,
    limit: Limit = 20,
    cursor: Cursor | None = None,
) -> Transfers:
    if account_id is not None:
        books.account(tenant(), account_id)
    rows = [
        row
        for row in books.transfers.values()
        if row.tenant == tenant()
        and (account_id is None or account_id in (row.from_account, row.to_account))
        and (status is None or row.status == status)
    ]
    page, total, after = cut(rows, lambda row: row.transfer_id, ("transfers", account_id, status), limit, cursor)
    return Transfers(transfers=[show_transfer(row) for row in page], total=total, next_cursor=after)


@tool("transfers:write", END, "Reverse a transfer: the money goes back")
def reverse_transfer(transfer_id: TransferId) -> TransferShape:
    return show_transfer(books.reverse(tenant(), transfer_id))


@tool("accounts:read", READ, "Sum up the entries of an account in a period, both dates included")
def statement(account_id: AccountId, from_date: Day | None = None, until_date: Day | None = None) -> Statement:
    books.account(tenant(), account_id)
    zero = Decimal("0.00")
    first, last = day(from_date), day(until_date)
    opens_before = first and first + timedelta(days=1 if is_broken("opening-has-the-first-day") else 0)
    rows = [row for row in books.entries.values() if row.account_id == account_id]
    opening = sum((row.amount for row in rows if first is not None and row.booked_on < opens_before), zero)
    lines = [
        row
        for row in rows
        if (first is None or row.booked_on >= first) and (last is None or row.booked_on <= last)
    ]
    credits = sum((row.amount for row in lines if row.amount > 0), zero)
    debits = sum((row.amount for row in lines if row.amount < 0), zero)
    if is_broken("statement-drops-cents"):
        credits, debits = Decimal(int(credits)), Decimal(int(debits))
    return Statement(
        account_id=account_id,
        opening=float(opening),
        credits=float(credits),
        debits=float(debits),
        closing=float(opening + credits + debits),
        net=float(credits + debits),
        lines=[Line(entry_id=row.entry_id, booked_on=row.booked_on, amount=float(row.amount)) for row in lines],
    )


@tool("accounts:read", READ, "Show how many transfers are left today (UTC)")
def get_usage() -> UsageShape:
    used = books.usage_of(tenant()).used
    count = Count(
        used=used, remaining=TRANSFERS_A_DAY - used, limit=TRANSFERS_A_DAY, resets_at=books.resets_at(tenant())
    )
    return UsageShape(transfers=count)
