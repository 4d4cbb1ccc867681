"""Shapes of the ledger's arguments and results, in pydantic, and how rows are shown in them."""

import re
from datetime import date, datetime
from typing import Annotated, Literal

from books import Account, Entry, Transfer
from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from typing_extensions import TypeAliasType


def id_type(name: str, prefix: str, digits: int) -> TypeAliasType:
    pattern = f"^{prefix}-[0-9]{{{digits},10}}$"
    return TypeAliasType(name, Annotated[str, Field(pattern=pattern, description=f"Id, as {prefix}-{1:0{digits}}.")])


AccountId = id_type("account_id", "ACC", 4)
EntryId = id_type("entry_id", "ENT", 6)
TransferId = id_type("transfer_id", "TRF", 4)


def check_day(text: str) -> str:
    """A day as RFC 3339 writes it. Pydantic's own type for dates takes numbers, too."""
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        raise ValueError("a day is written as 2026-03-14")
    date.fromisoformat(text)
    return text


Day = Annotated[str, AfterValidator(check_day), Field(json_schema_extra={"format": "date"})]
Amount = Annotated[float, Field(strict=True, ge=-1_000_000, le=1_000_000, multiple_of=0.01)]
Positive = Annotated[float, Field(strict=True, ge=0.01, le=1_000_000, multiple_of=0.01)]
Overdraft = Annotated[float, Field(strict=True, ge=0, le=1_000_000, multiple_of=0.01)]
Currency = Literal["EUR", "USD", "CHF"]
Status = Literal["open", "frozen", "closed"]
Key = Annotated[str, Field(min_length=8, max_length=64)]
Words = Annotated[str, Field(min_length=1, max_length=140)]
Limit = Annotated[int, Field(strict=True, ge=1, le=100)]
Cursor = Annotated[str, Field(min_length=1, max_length=120)]


class Shape(BaseModel):
    model_config = ConfigDict(extra="forbid")


class AccountShape(Shape):
    account_id: AccountId
    name: str
    currency: Currency
    overdraft: float
    balance: float
    status: Status


class EntryShape(Shape):
    entry_id: EntryId
    account_id: AccountId
    amount: float
    text: str
    booked_on: date
    posted_at: datetime
    balance: float


class TransferShape(Shape):
    transfer_id: TransferId
    from_account: AccountId
    to_account: AccountId
    amount: float
    currency: Currency
    made_at: datetime
    status: Literal["posted", "reversed"]


class Accounts(Shape):
    accounts: Annotated[list[AccountShape], Field(max_length=100)]
    total: Annotated[int, Field(ge=0)]
    next_cursor: str | None


class Entries(Shape):
    entries: Annotated[list[EntryShape], Field(max_length=100)]
    total: Annotated[int, Field(ge=0)]
    next_cursor: str | None


class Transfers(Shape):
    transfers: Annotated[list[TransferShape], Field(max_length=100)]
    total: Annotated[int, Field(ge=0)]
    next_cursor: str | None


class Line(Shape):
    entry_id: EntryId
    booked_on: date
    amount: float


class Statement(Shape):
    account_id: AccountId
    opening: float
    credits: float
    debits: float
    closing: float
    net: float
    lines: list[Line]


class Count(Shape):
    used: Annotated[int, Field(ge=0)]
    remaining: Annotated[int, Field(ge=0)]
    limit: Annotated[int, Field(ge=0)]
    resets_at: datetime


class UsageShape(Shape):
    transfers: Count


def show_account(row: Account) -> AccountShape:
    return AccountShape(
        account_id=row.account_id,
        name=row.name,
        currency=row.currency,
        overdraft=float(row.overdraft),
        balance=float(row.balance),
        status=row.status,
    )


def show_entry(row: Entry) -> EntryShape:
    return EntryShape(
        entry_id=row.entry_id,
        account_id=row.account_id,
        amount=float(row.amount),
        text=row.text,
        booked_on=row.booked_on,
        posted_at=row.posted_at,
        balance=float(row.balance),
    )


def show_transfer(row: Transfer) -> TransferShape:
    return TransferShape(
        transfer_id=row.transfer_id,
        from_account=row.from_account,
        to_account=row.to_account,
        amount=float(row.amount),
        currency=row.currency,
        made_at=row.made_at,
        status=row.status,
    )
