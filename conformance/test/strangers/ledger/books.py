"""Accounts, entries and transfers of the ledger. Amounts are decimals with two digits. All of it lives in memory."""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Callable

from breaks import is_broken

TRANSFERS_A_DAY = 300


class Refusal(Exception):
    """A rule of the ledger refuses the call. The message is for the model."""

    def __init__(self, code: str, message: str):
        super().__init__(message)
        self.code = code


@dataclass
class Account:
    tenant: str
    account_id: str
    name: str
    currency: str
    overdraft: Decimal
    balance: Decimal = Decimal("0.00")
    status: str = "open"


@dataclass
class Entry:
    tenant: str
    entry_id: str
    account_id: str
    amount: Decimal
    text: str
    booked_on: date
    posted_at: datetime
    balance: Decimal


@dataclass
class Transfer:
    tenant: str
    transfer_id: str
    from_account: str
    to_account: str
    amount: Decimal
    currency: str
    made_at: datetime
    status: str = "posted"


@dataclass
class Usage:
    day: date
    used: int = 0


@dataclass
class Books:
    """The books of all tenants. Ids count up over all of them."""

    now: Callable[[], datetime]
    accounts: dict[str, Account] = field(default_factory=dict)
    entries: dict[str, Entry] = field(default_factory=dict)
    transfers: dict[str, Transfer] = field(default_factory=dict)
    usage: dict[str, Usage] = field(default_factory=dict)
    # Tenant, kind of call and key -> the arguments that the key came with, and the answer.
    answers: dict[tuple[str, str, str], tuple[tuple, dict]] = field(default_factory=dict)

    def open_account(self, tenant: str, name: str, currency: str, overdraft: Decimal) -> Account:
        account_id = f"ACC-{len(self.accounts) + 1:04}"
        account = Account(tenant, account_id, name, currency, overdraft)
        self.accounts[account_id] = account
        return account

    def account(self, tenant: str, account_id: str) -> Account:
        account = self.accounts.get(account_id)
        if account is None or account.tenant != tenant:
            raise Refusal("not_found", f"You have no account {account_id}.")
        return account

    def entry_of(self, tenant: str, entry_id: str) -> Entry:
        entry = self.entries.get(entry_id)
        if entry is None or entry.tenant != tenant:
            raise Refusal("not_found", f"You have no entry {entry_id}.")
        return entry

    def transfer_of(self, tenant: str, transfer_id: str) -> Transfer:
        transfer = self.transfers.get(transfer_id)
        if transfer is None or transfer.tenant != tenant:
            raise Refusal("not_found", f"You have no transfer {transfer_id}.")
        return transfer

    def set_status(self, tenant: str, account_id: str, before: str, after: str) -> Account:
        account = self.account(tenant, account_id)
        if account.status != before:
            raise Refusal("wrong_state", f"The account is {account.status}.")
        if after == "closed" and account.balance != 0:
            raise Refusal("balance_not_zero", f"The balance is {account.balance}.")
        account.status = after
        return account

    def post(self, account: Account, amount: Decimal, text: str, booked_on: date | None = None) -> Entry:
        """Posts an entry to an account that `expect_open` and `expect_funds` let through."""
        if is_broken("balance-is-a-float"):
            account.balance = Decimal(repr(float(account.balance) + float(amount)))
        else:
            account.balance += amount
        entry_id = f"ENT-{len(self.entries) + 1:06}"
        now = self.now()
        entry = Entry(
            account.tenant, entry_id, account.account_id, amount, text, booked_on or now.date(), now, account.balance
        )
        self.entries[entry_id] = entry
        return entry

    def expect_open(self, account: Account) -> None:
        if account.status != "open":
            raise Refusal("account_not_open", f"{account.account_id} is {account.status}.")

    def expect_funds(self, account: Account, amount: Decimal) -> None:
        rest = account.balance + amount + account.overdraft
        if amount < 0 and (rest < 0 or (rest == 0 and is_broken("overdraft-is-never-reached"))):
            raise Refusal("insufficient_funds", f"{account.account_id} has {account.balance}.")

    def transfer(self, tenant: str, from_account: str, to_account: str, amount: Decimal) -> Transfer:
        source = self.account(tenant, from_account)
        target = self.account(tenant, to_account)
        if source is target:
            raise Refusal("same_account", "A transfer needs two accounts.")
        if source.currency != target.currency:
            raise Refusal("currency_mismatch", "The accounts have different currencies.")
        self.expect_open(source)
        if not is_broken("frozen-account-receives"):
            self.expect_open(target)
        self.expect_funds(source, -amount)
        usage = self.usage_of(tenant)
        if usage.used >= TRANSFERS_A_DAY:
            raise Refusal("quota_exceeded", "No transfers are left today.")
        usage.used += 1
        transfer_id = f"TRF-{len(self.transfers) + 1:04}"
        made = Transfer(tenant, transfer_id, from_account, to_account, amount, source.currency, self.now())
        self.transfers[transfer_id] = made
        self.post(source, -amount, transfer_id)
        self.post(target, amount, transfer_id)
        return made

    def reverse(self, tenant: str, transfer_id: str) -> Transfer:
        made = self.transfer_of(tenant, transfer_id)
        if made.status != "posted":
            raise Refusal("wrong_state", "The transfer is reversed.")
        source = self.account(tenant, made.from_account)
        target = self.account(tenant, made.to_account)
        self.expect_open(source)
        self.expect_open(target)
        self.expect_funds(target, -made.amount)
        made.status = "reversed"
        if is_broken("reversal-gives-quota-back"):
            self.usage_of(tenant).used -= 1
        if not is_broken("reversal-takes-nothing-back"):
            self.post(target, -made.amount, f"{transfer_id} reversed")
        self.post(source, made.amount, f"{transfer_id} reversed")
        return made

    def usage_of(self, tenant: str) -> Usage:
        if is_broken("one-quota-for-all-tenants"):
            tenant = "all"
        today = self.now().date()
        usage = self.usage.get(tenant)
        if usage is None or usage.day != today:
            usage = self.usage[tenant] = Usage(today)
        return usage

    def resets_at(self, tenant: str) -> datetime:
        day = self.usage_of(tenant).day + timedelta(days=1)
        return datetime(day.year, day.month, day.day, tzinfo=UTC)
