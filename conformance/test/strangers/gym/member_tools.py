"""Tools of members and their memberships."""

from datetime import date
from typing import Annotated, Literal

import rules
from pydantic import Field
from rows import Refusal
from serving import END, READ, WRITE, cut, gyms, once, own_gym, tool
from shapes import (
    Cursor,
    Day,
    Email,
    Limit,
    MemberId,
    Members,
    MemberShape,
    MemberStatus,
    Name,
    Phone,
    Plan,
    RequestId,
    Switch,
    Tags,
    Words,
)
from show import show_member

Tag = Annotated[str, Field(min_length=1, max_length=30, description="One of the member's tags.")]
Revision = Annotated[int, Field(strict=True, ge=1, description="The revision that get_member showed.")]


def day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)


@tool("gym:write", WRITE, "Add a member")
def add_member(
    name: Name,
    email: Email,
    plan: Plan,
    phone: Phone | None = None,
    newsletter: Switch = False,
    tags: Tags | None = None,
    joined_on: Annotated[Day | None, Field(description="Left out: today (UTC).")] = None,
    request_id: RequestId | None = None,
) -> MemberShape:
    """Adds a member, whose membership is active from now on."""
    values = {"name": name, "email": email, "plan": plan, "phone": phone, "newsletter": newsletter}

    def run() -> MemberShape:
        return show_member(
            rules.add_member(gyms, own_gym(), joined_on=day(joined_on), tags=list(tags or []), **values)
        )

    return once("member", request_id, (*values.values(), tuple(tags or []), joined_on), run)


@tool("gym:read", READ, "Show a member")
def get_member(member_id: MemberId) -> MemberShape:
    """Shows a member. Email address and phone number need the scope contacts:read."""
    return show_member(gyms.member(own_gym(), member_id))


@tool("gym:read", READ, "List members")
def list_members(
    plan: Plan | None = None,
    status: MemberStatus | None = None,
    newsletter: Switch | None = None,
    tag: Tag | None = None,
    words: Annotated[Words | None, Field(description="Found in the name.")] = None,
    joined_from: Day | None = None,
    joined_until: Day | None = None,
    limit: Limit = 20,
    cursor: Cursor | None = None,
) -> Members:
    """Lists the members, in the order in which they were added. Both days are included."""
    first, last = day(joined_from), day(joined_until)
    rows = [
        row
        for row in gyms.members.values()
        if row.gym == own_gym()
        and (plan is None or row.plan == plan)
        and (status is None or row.status == status)
        and (newsletter is None or row.newsletter == newsletter)
        and (tag is None or tag in row.tags)
        and (words is None or words.lower() in row.name.lower())
        and (first is None or row.joined_on >= first)
        and (last is None or row.joined_on <= last)
    ]
    filters = (plan, status, newsletter, tag, words, joined_from, joined_until)
    page, after = cut(rows, lambda row: row.member_id, ("members", *filters), limit, cursor)
    return Members(members=[show_member(row) for row in page], total=len(rows), next_cursor=after)


@tool("gym:write", WRITE, "Change a member")
def update_member(
    member_id: MemberId,
    revision: Revision,
    name: Name | None = None,
    email: Email | None = None,
    phone: Phone | None = None,
    plan: Plan | None = None,
    newsletter: Switch | None = None,
    tags: Annotated[Tags | None, Field(description="All tags that the member then has.")] = None,
) -> MemberShape:
    """Changes what is given. Needs the revision that get_member shows, so that no change of a colleague is lost."""
    member = gyms.member(own_gym(), member_id)
    if member.revision != revision:
        raise Refusal("stale_revision", f"The member was changed since, to revision {member.revision}. Read it again.")
    given = {
        "name": name,
        "email": email,
        "phone": phone,
        "plan": plan,
        "newsletter": newsletter,
        "tags": None if tags is None else list(tags),
    }
    for place, value in given.items():
        if value is not None:
            setattr(member, place, value)
    member.revision += 1
    return show_member(member)


@tool("gym:write", END, "Freeze, resume or end a membership")
def set_membership(member_id: MemberId, action: Literal["freeze", "resume", "end"]) -> MemberShape:
    """Freezes an active membership, resumes a frozen one, or ends either for good.

    Only active members book classes and rent lockers.
    """
    member = gyms.member(own_gym(), member_id)
    rules.set_membership(member, action)
    return show_member(member)
