/** The members, items and hires of one branch. Knows nothing of MCP. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { Refusal } from "@toolwright/runtime";
import { isBroken } from "./breaks.ts";
import { now, timestamp } from "./clock.ts";
import { DayQuota } from "./day-quota.ts";
import { limits } from "./generated/limits.ts";
import type { Category, Hire, Item, Member, ReserveInput, UpdateMemberInput } from "./generated/types.ts";

const day = 86_400_000;
const reservationLife = limits.reservation_life.seconds * 1000;
const sharedQuota = new DayQuota();

/** Numbers count up across all branches. */
const counts = { member: 0, item: 0, hire: 0 };

function nextNumber(kind: keyof typeof counts): number {
  counts[kind] += 1;
  return counts[kind];
}

type StoredMember = Omit<Member, "open_hires"> & { email: string };
type StoredItem = Omit<Item, "available">;

interface Wanted {
  readonly member_id: number;
  readonly item_id: number;
  readonly days: number;
}

export class Branch {
  readonly #quotas = new Map<string, DayQuota>();
  readonly #members = new Map<number, StoredMember>();
  readonly #items = new Map<number, StoredItem>();
  readonly #hires = new Map<number, Hire>();
  /** Request id -> the hire that was made with it, and its arguments. */
  readonly #requests = new Map<string, { readonly hire: number; readonly input: string }>();

  /** The reservations of the day, for the whole branch. */
  quotaOf(token: string): DayQuota {
    if (isBroken("quota-for-all")) return sharedQuota;
    const key = isBroken("quota-per-token") ? token : "";
    const quota = this.#quotas.get(key) ?? new DayQuota();
    this.#quotas.set(key, quota);
    return quota;
  }

  addMember(details: { name: string; email: string; phone?: string }): Member {
    const member = { member_id: nextNumber("member"), ...details, owed_cents: 0, revision: 1 };
    this.#members.set(member.member_id, member);
    return this.showMember(member.member_id);
  }

  showMember(id: number): Member {
    return { ...this.#member(id), open_hires: this.#openHiresOf(id) };
  }

  listMembers(): readonly Member[] {
    return [...this.#members.keys()].map((id) => this.showMember(id));
  }

  async updateMember(input: UpdateMemberInput): Promise<Member> {
    const { member_id: id, expected_revision: expected, ...change } = input;
    const member = this.#member(id);
    const isOld = expected !== undefined && expected !== member.revision;
    const isLetPass = isBroken("old-revision-passes") && (expected ?? 0) < member.revision;
    if (isOld && !isLetPass)
      throw new Refusal(
        "stale_revision",
        `Member ${id} has revision ${member.revision}. Read it again first.`,
      );
    if (isBroken("changes-at-once")) await nextTurn();
    const { phone, ...rest } = { ...member, ...change };
    const keepsPhone = phone !== null && phone !== undefined;
    const losesPhone = isBroken("phone-lost") && change.phone === undefined;
    const changed = { ...rest, ...(keepsPhone && !losesPhone && { phone }) };
    // A phone says nothing of who a member is, so it gives no new revision.
    const isSame =
      !isBroken("same-change-counts") &&
      (["name", "email"] as const).every((key) => changed[key] === member[key]);
    this.#members.set(id, { ...changed, revision: member.revision + (isSame ? 0 : 1) });
    return this.showMember(id);
  }

  settleFee(id: number): { member_id: number; paid_cents: number; owed_cents: number } {
    const member = this.#member(id);
    const paid = member.owed_cents;
    if (paid === 0) throw new Refusal("nothing_owed", `Member ${id} owes nothing.`);
    member.owed_cents = 0;
    return { member_id: id, paid_cents: paid, owed_cents: 0 };
  }

  closeMember(id: number): void {
    if (this.#member(id).owed_cents > 0 || this.#openHiresOf(id) > 0)
      throw new Refusal("member_busy", `Member ${id} has an open hire or owes a fee. Close both first.`);
    this.#members.delete(id);
  }

  addItem(details: { name: string; category: Category; day_cents: number }): Item {
    const item = { item_id: nextNumber("item"), ...details, retired: false };
    this.#items.set(item.item_id, item);
    return this.showItem(item.item_id);
  }

  showItem(id: number): Item {
    const item = this.#item(id);
    return { ...item, available: !item.retired && !this.#isTaken(id) };
  }

  listItems(): readonly Item[] {
    return [...this.#items.keys()].map((id) => this.showItem(id)).filter(({ retired }) => !retired);
  }

  retireItem(id: number): Item {
    const item = this.#itemForHire(id);
    if (this.#isTaken(id)) throw new Refusal("item_taken", `Item ${id} is reserved or out.`);
    item.retired = true;
    return this.showItem(id);
  }

  reserve({ request_id, ...input }: ReserveInput & { days: number }, token: string): Hire {
    const days = isBroken("id-with-other-days") ? undefined : input.days;
    const text = JSON.stringify([input.member_id, input.item_id, days]);
    const earlier = request_id === undefined ? undefined : this.#requests.get(request_id);
    if (earlier && earlier.input !== text)
      throw new Refusal(
        "request_id_used",
        "This request_id made another hire. Use a new one for a new hire.",
      );
    if (earlier) return this.showHire(earlier.hire);
    const hire = this.#makeHire(input, this.quotaOf(token));
    if (request_id !== undefined) this.#requests.set(request_id, { hire: hire.hire_id, input: text });
    return { ...hire };
  }

  showHire(id: number): Hire {
    return { ...this.#hire(id) };
  }

  listHires(): readonly Hire[] {
    return [...this.#hires.keys()].map((id) => this.showHire(id)).reverse();
  }

  collect(id: number): Hire {
    const hire = this.#hireIn(id, "reserved");
    hire.status = "out";
    hire.collected_at = timestamp();
    hire.due_at = timestamp(now() + hire.days * day);
    return { ...hire };
  }

  extend(id: number, days: number): Hire {
    const hire = this.#hireIn(id, "out");
    if (hire.extensions >= limits.extensions.max && !isBroken("extended-forever"))
      throw new Refusal("extension_limit", `Hire ${id} was extended ${hire.extensions} times already.`);
    hire.extensions += 1;
    hire.days += days;
    hire.due_at = timestamp(Date.parse(hire.due_at!) + days * day);
    hire.hire_cents += days * this.#item(hire.item_id).day_cents;
    hire.total_cents = hire.hire_cents + hire.late_cents;
    return { ...hire };
  }

  takeBack(id: number): Hire {
    const hire = this.#hireIn(id, "out");
    const lateDays = Math.max(0, Math.ceil((now() - Date.parse(hire.due_at!)) / day));
    hire.status = "returned";
    hire.returned_at = timestamp();
    hire.late_cents = isBroken("late-free") ? 0 : lateDays * this.#item(hire.item_id).day_cents;
    hire.total_cents = hire.hire_cents + hire.late_cents;
    if (!isBroken("fee-not-owed")) this.#member(hire.member_id).owed_cents += hire.late_cents;
    return { ...hire };
  }

  cancel(id: number, token: string): Hire {
    const hire = this.#hireIn(id, "reserved");
    hire.status = "cancelled";
    if (isBroken("cancelled-gives-back")) this.quotaOf(token).giveBack();
    return { ...hire };
  }

  #makeHire({ member_id, item_id, days }: Wanted, quota: DayQuota): Hire {
    this.#member(member_id);
    const { day_cents } = this.#itemForHire(item_id);
    if (this.#isTaken(item_id, isBroken("out-twice"))) {
      if (isBroken("refusal-draws")) quota.draw();
      throw new Refusal(
        "item_taken",
        `Item ${item_id} is reserved or out. hire_list_items shows what is available.`,
      );
    }
    if (this.#openHiresOf(member_id) >= limits.open_hires.max)
      throw new Refusal(
        "member_limit",
        `Member ${member_id} has ${limits.open_hires.max} open hires already.`,
      );
    if (days === 1 || !isBroken("long-hires-are-free")) quota.draw();
    const hire: Hire = {
      hire_id: nextNumber("hire"),
      member_id,
      item_id,
      status: "reserved",
      days,
      extensions: 0,
      reserved_at: timestamp(),
      reserved_until: timestamp(now() + reservationLife),
      hire_cents: days * day_cents,
      late_cents: 0,
      total_cents: days * day_cents,
    };
    this.#hires.set(hire.hire_id, hire);
    return hire;
  }

  #member(id: number): StoredMember {
    return getFrom(this.#members, id, "member", "hire_list_members");
  }

  #item(id: number): StoredItem {
    return getFrom(this.#items, id, "item", "hire_list_items");
  }

  #itemForHire(id: number): StoredItem {
    const item = this.#item(id);
    if (item.retired) throw new Refusal("item_retired", `Item ${id} is not hired out any more.`);
    return item;
  }

  /** The hire; a reservation whose time is over has expired. */
  #hire(id: number): Hire {
    const hire = getFrom(this.#hires, id, "hire", "hire_list_hires");
    const grace = isBroken("expires-late") ? 300_000 : 0;
    if (hire.status === "reserved" && now() >= Date.parse(hire.reserved_until) + grace)
      hire.status = "expired";
    return hire;
  }

  #hireIn(id: number, state: Hire["status"]): Hire {
    const hire = this.#hire(id);
    if (hire.status !== state)
      throw new Refusal("wrong_state", `Hire ${id} is ${hire.status}, not ${state}.`);
    return hire;
  }

  #openHiresOf(memberId: number): number {
    return this.#open().filter(({ member_id }) => member_id === memberId).length;
  }

  #isTaken(itemId: number, whileReservedOnly = false): boolean {
    const holders = isBroken("cancel-keeps-item") ? this.listHires().filter(keepsItem) : this.#open();
    return holders.some(
      ({ item_id, status }) => item_id === itemId && !(whileReservedOnly && status === "out"),
    );
  }

  #open(): readonly Hire[] {
    return this.listHires().filter(({ status }) => status === "reserved" || status === "out");
  }
}

function keepsItem({ status }: Hire): boolean {
  return status === "reserved" || status === "out" || status === "cancelled";
}

function getFrom<Thing>(things: ReadonlyMap<number, Thing>, id: number, kind: string, list: string): Thing {
  const thing = things.get(id);
  if (!thing) throw new Refusal("not_found", `The branch has no ${kind} ${id}. ${list} shows those it has.`);
  return thing;
}
