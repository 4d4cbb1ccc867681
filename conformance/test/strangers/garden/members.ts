/** Members and the waiting list. */
import { Refusal } from "@toolwright/runtime";
import { timestamp } from "./clock.ts";
import { findMember, type Garden, nextNumber, type StoredMember } from "./garden.ts";
import type { AddMemberInput, ListMembersInput, Member, UpdateMemberInput } from "./generated/types.ts";
import { type Page, paginate } from "./paging.ts";
import { tenanciesIn } from "./terms.ts";

export function addMember(garden: Garden, { name, email, phone, waiting }: AddMemberInput): Member {
  const id = nextNumber("member");
  garden.members.set(id, {
    member_id: id,
    name,
    email,
    ...(phone !== undefined && { phone }),
    ...waitingFrom(waiting),
    revision: 1,
  });
  return showMember(garden, id);
}

export function showMember(garden: Garden, id: number): Member {
  const { revision, ...member } = findMember(garden, id);
  const owed = tenanciesIn(garden)
    .filter((tenancy) => tenancy.member_id === id)
    .reduce((sum, { fee_cents, paid_cents }) => sum + fee_cents - paid_cents, 0);
  return { ...member, owed_cents: owed, revision };
}

export function listMembers(garden: Garden, account: string, input: ListMembersInput): Page<Member> {
  const { query, waiting, sort } = input;
  const part = query?.toLowerCase();
  const members = [...garden.members.keys()]
    .map((id) => showMember(garden, id))
    .filter(({ name }) => part === undefined || name.toLowerCase().includes(part))
    .filter((member) => waiting === undefined || member.waiting === waiting);
  return paginate(
    {
      entries: members,
      keyOf: ({ name, member_id }) => (sort === "name" ? [name, member_id] : [member_id]),
      name: ["members", account, query, waiting, sort],
    },
    input,
  );
}

export function updateMember(garden: Garden, input: UpdateMemberInput): Member {
  const { member_id, expected_revision, name, email, phone, waiting } = input;
  const { phone: oldPhone, waiting_since, ...member } = findMember(garden, member_id);
  if (expected_revision !== undefined && expected_revision !== member.revision)
    throw new Refusal(
      "stale_revision",
      `Member ${member_id} has revision ${member.revision}. Read the member again, and repeat the change if it is still right.`,
    );
  const newPhone = phone === undefined ? oldPhone : (phone ?? undefined);
  const keepsPlaceInLine = waiting === undefined || waiting === member.waiting;
  const changed: StoredMember = {
    ...member,
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(newPhone !== undefined && { phone: newPhone }),
    ...(waiting_since !== undefined && keepsPlaceInLine && { waiting_since }),
    ...(!keepsPlaceInLine && waitingFrom(waiting)),
  };
  saveMember(garden, changed);
  return showMember(garden, member_id);
}

/** Takes a member who got a plot off the waiting list. */
export function stopWaiting(garden: Garden, id: number): void {
  const { waiting_since: _, ...member } = findMember(garden, id);
  saveMember(garden, { ...member, waiting: false });
}

/** The revision rises if something is new. */
function saveMember(garden: Garden, changed: StoredMember): void {
  const old = findMember(garden, changed.member_id);
  const keys = ["name", "email", "phone", "waiting", "waiting_since"] as const;
  const isSame = keys.every((key) => changed[key] === old[key]);
  garden.members.set(changed.member_id, { ...changed, revision: old.revision + (isSame ? 0 : 1) });
}

function waitingFrom(waiting: boolean): Pick<Member, "waiting" | "waiting_since"> {
  return waiting ? { waiting, waiting_since: timestamp() } : { waiting };
}
