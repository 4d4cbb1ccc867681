/** One library: its catalogue, its members, and the records that the desk works with. Numbers count up over all libraries. */
import { isBroken } from "./breaks.ts";
import { Problem } from "./problem.ts";
import type { Copy, Hold, Loan, Member, Title } from "./records.ts";

let lastNumber = 1000;

function number(letter: string): string {
  lastNumber += 1;
  return `${letter}-${lastNumber}`;
}

export class Library {
  readonly titles = new Map<string, Title>();
  readonly copies = new Map<string, Copy>();
  readonly members = new Map<string, Member>();
  readonly loans = new Map<string, Loan>();
  readonly holds = new Map<string, Hold>();
  /** Request id -> the arguments of the payment, and its result. */
  readonly payments = new Map<string, { readonly input: string; readonly result: object }>();
  readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  time(afterDays = 0): string {
    return new Date(this.now() + afterDays * 86_400_000).toISOString();
  }

  find<Record_>(records: ReadonlyMap<string, Record_>, id: string): Record_ {
    const record = records.get(id);
    if (record === undefined) throw new Problem("not_found", `The library has no ${id}.`);
    return record;
  }

  addTitle(input: Omit<Title, "title_id">): Title {
    const title = { title_id: number("T"), ...input };
    this.titles.set(title.title_id, title);
    return title;
  }

  removeTitle(id: string): void {
    const title = this.find(this.titles, id);
    const copies = this.copiesOf(title).filter(({ status }) => status !== "withdrawn");
    const holds = [...this.holds.values()].filter((hold) => hold.title_id === id && isActive(hold));
    if (copies.length > 0 || holds.length > 0)
      throw new Problem("has_copies", `${id} has ${copies.length} copies and ${holds.length} holds.`);
    this.titles.delete(id);
  }

  addCopy(titleId: string, shelf: string): Copy {
    const title = this.find(this.titles, titleId);
    const copy: Copy = { copy_id: number("C"), title_id: title.title_id, shelf, status: "on_shelf" };
    this.copies.set(copy.copy_id, copy);
    this.offer(copy);
    return copy;
  }

  withdraw(id: string): Copy {
    const copy = this.find(this.copies, id);
    if (copy.status === "withdrawn") throw new Problem("wrong_state", `${id} was withdrawn before.`);
    if (copy.status !== "on_shelf") throw new Problem("copy_in_use", `${id} is ${copy.status}.`);
    copy.status = "withdrawn";
    return copy;
  }

  copiesOf({ title_id }: Title): Copy[] {
    return [...this.copies.values()].filter((copy) => copy.title_id === title_id);
  }

  describe(title: Title): object {
    const copies = this.copiesOf(title);
    const count = (status: Copy["status"]) => copies.filter((copy) => copy.status === status).length;
    return {
      ...title,
      copies: isBroken("withdrawn-still-counts") ? copies.length : copies.length - count("withdrawn"),
      on_shelf: count("on_shelf"),
      on_loan: count("on_loan"),
      set_aside: count("set_aside"),
      waiting: this.queue(title.title_id).length,
    };
  }

  register({ name, email }: { readonly name: string; readonly email?: string }): Member {
    this.#keepUnique(email);
    const member: Member = {
      member_id: number("M"),
      name,
      ...(email !== undefined && { email }),
      fines_cents: 0,
      joined_at: this.time(),
    };
    this.members.set(member.member_id, member);
    everyMember.set(member.member_id, member);
    return member;
  }

  update(id: string, { name, email }: { readonly name?: string; readonly email?: string }): Member {
    const member = this.find(this.members, id);
    if (email !== member.email) this.#keepUnique(email);
    if (name !== undefined) member.name = name;
    if (email !== undefined) member.email = email;
    return member;
  }

  #keepUnique(email: string | undefined): void {
    if (email !== undefined && [...this.members.values()].some((member) => member.email === email))
      throw new Problem("email_taken", "Another member has this address.");
  }

  openLoans(memberId: string): number {
    return [...this.loans.values()].filter(
      ({ member_id, status }) => member_id === memberId && status === "open",
    ).length;
  }

  close(id: string): void {
    const member = this.find(this.members, id);
    const holds = [...this.holds.values()].filter((hold) => hold.member_id === id && isActive(hold));
    if (this.openLoans(id) > 0 || holds.length > 0)
      throw new Problem("has_loans", `${id} still has loans or holds.`);
    if (member.fines_cents > 0) throw new Problem("fines_owed", `${id} owes ${member.fines_cents} cents.`);
    this.members.delete(id);
  }

  /** Waiting holds of a title, the first one first. */
  queue(titleId: string): Hold[] {
    const waiting = [...this.holds.values()].filter(
      ({ title_id, status }) => title_id === titleId && status === "waiting",
    );
    return isBroken("last-comes-first") ? waiting.toReversed() : waiting;
  }

  /** Sets a copy aside for the first in the queue, or puts it on the shelf. */
  offer(copy: Copy): void {
    const [first] = this.queue(copy.title_id);
    copy.status = first === undefined ? "on_shelf" : "set_aside";
    if (first === undefined) return;
    first.status = "ready";
    first.copy_id = copy.copy_id;
    first.pick_up_until = this.time(7);
  }

  placeHold(titleId: string, memberId: string): Hold {
    const title = this.find(this.titles, titleId);
    this.find(this.members, memberId);
    if (this.copiesOf(title).some(({ status }) => status === "on_shelf"))
      throw new Problem("copy_on_shelf", "A copy is on the shelf: lend it.");
    const holds = [...this.holds.values()].filter((hold) => hold.title_id === titleId && isActive(hold));
    if (holds.some(({ member_id }) => member_id === memberId))
      throw new Problem("already_held", `${memberId} is in the queue already.`);
    const hold: Hold = {
      hold_id: number("H"),
      title_id: titleId,
      member_id: memberId,
      status: "waiting",
      placed_at: this.time(),
      expires_at: this.time(90),
    };
    this.holds.set(hold.hold_id, hold);
    return hold;
  }

  endHold(hold: Hold, status: "cancelled" | "expired" | "collected"): void {
    const copy = hold.status === "ready" ? this.copies.get(hold.copy_id!) : undefined;
    hold.status = status;
    delete hold.copy_id;
    delete hold.pick_up_until;
    const isForgotten = status === "expired" && isBroken("lapsed-hold-keeps-copy");
    if (copy !== undefined && status !== "collected" && !isForgotten) this.offer(copy);
  }

  /** Ends the holds whose time is over. */
  settle(): void {
    const now = this.now();
    for (const hold of this.holds.values()) {
      const end = hold.status === "ready" ? hold.pick_up_until! : hold.expires_at;
      if (isActive(hold) && Date.parse(end) <= now) this.endHold(hold, "expired");
    }
  }

  describeHold(hold: Hold): object {
    const place = this.queue(hold.title_id).indexOf(hold);
    return { ...hold, ...(place >= 0 && { place: place + 1 }) };
  }

  lend(copyId: string, memberId: string): Loan {
    const copy = this.find(this.copies, copyId);
    const elsewhere = isBroken("lend-to-other-library") ? everyMember.get(memberId) : undefined;
    const member = elsewhere ?? this.find(this.members, memberId);
    const hold = [...this.holds.values()].find((each) => each.copy_id === copyId && each.status === "ready");
    const isForMember = copy.status === "set_aside" && hold?.member_id === memberId;
    if (copy.status !== "on_shelf" && !isForMember)
      throw new Problem("copy_unavailable", `${copyId} cannot be lent to ${memberId}: it is ${copy.status}.`);
    if (this.openLoans(memberId) >= (isBroken("six-loans") ? 6 : 5))
      throw new Problem("too_many_loans", `${memberId} has five loans.`);
    if (member.fines_cents >= 1000) throw new Problem("fines_owed", `${memberId} has to pay first.`);
    if (hold !== undefined) this.endHold(hold, "collected");
    copy.status = "on_loan";
    return this.#record(copy, member);
  }

  #record({ copy_id, title_id }: Copy, { member_id }: Member): Loan {
    const loan: Loan = {
      loan_id: number("L"),
      copy_id,
      title_id,
      member_id,
      status: "open",
      lent_at: this.time(),
      due_at: this.time(21),
      renewals: 0,
      fine_cents: 0,
    };
    this.loans.set(loan.loan_id, loan);
    return loan;
  }

  renew(id: string): Loan {
    const loan = this.#openLoan(id);
    if (loan.renewals >= (isBroken("third-renewal") ? 3 : 2))
      throw new Problem("renewed_too_often", `${id} was renewed twice.`);
    if (Date.parse(loan.due_at) < this.now())
      throw new Problem("overdue", `${id} was due on ${loan.due_at}.`);
    if (this.queue(loan.title_id).length > 0 && !isBroken("renew-despite-queue"))
      throw new Problem("title_wanted", "Somebody waits for the title.");
    loan.renewals += 1;
    loan.due_at = this.time(21);
    return loan;
  }

  takeBack(id: string): Loan {
    const loan = this.#openLoan(id);
    const late = Math.max(0, this.now() - Date.parse(loan.due_at)) / 86_400_000;
    loan.status = "returned";
    loan.returned_at = this.time();
    loan.fine_cents = 20 * (isBroken("fine-for-whole-days") ? Math.floor(late) : Math.ceil(late));
    const member = this.members.get(loan.member_id);
    if (member !== undefined) member.fines_cents += loan.fine_cents;
    const copy = this.find(this.copies, loan.copy_id);
    if (isBroken("return-skips-queue")) copy.status = "on_shelf";
    else this.offer(copy);
    return loan;
  }

  #openLoan(id: string): Loan {
    const loan = this.find(this.loans, id);
    if (loan.status !== "open") throw new Problem("wrong_state", `${id} was returned before.`);
    return loan;
  }

  pay(memberId: string, cents: number): Member {
    const member = this.find(this.members, memberId);
    if (cents > member.fines_cents)
      throw new Problem("nothing_owed", `${memberId} owes ${member.fines_cents} cents, not ${cents}.`);
    member.fines_cents -= cents;
    return member;
  }
}

/** Members of all libraries. */
const everyMember = new Map<string, Member>();

function isActive({ status }: Hold): boolean {
  return status === "waiting" || status === "ready";
}
