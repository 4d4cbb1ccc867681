/** What each tool does, and the scope that it needs. */
import { isBroken } from "./breaks.ts";
import type { Library } from "./library.ts";
import { type ListRequest, page } from "./lists.ts";
import { Problem } from "./problem.ts";
import type { Copy, Hold, Loan, Member, Title } from "./records.ts";

export interface Caller {
  readonly branch: string;
  readonly scopes: readonly string[];
}

interface Desk {
  readonly library: Library;
  readonly caller: Caller;
}

interface Tool {
  readonly scope: string;
  run(input: never, desk: Desk): object;
}

interface PageInput {
  readonly limit: number;
  readonly cursor?: string;
}

function showMember(member: Member, { library, caller }: Desk, inList = false): object {
  const { email, ...rest } = member;
  const mayShow = caller.scopes.includes("members:contact") || (inList && isBroken("email-in-list"));
  return {
    ...rest,
    ...(email !== undefined && mayShow && { email }),
    open_loans: library.openLoans(member.member_id),
  };
}

function listPage<Row>(
  { caller }: Desk,
  { limit, cursor, ...filters }: PageInput,
  list: Omit<ListRequest<Row>, "scope">,
  name: string,
) {
  const sorted = Object.entries(filters).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const { rows, total, next } = page({ ...list, scope: [caller.branch, name, sorted] }, limit, cursor);
  return { rows, end: { total, ...(next !== undefined && { next }) } };
}

const contains = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());

const catalogue: Record<string, Tool> = {
  lib_add_title: {
    scope: "catalog:edit",
    run: (input: Parameters<Library["addTitle"]>[0], { library }) =>
      library.describe(library.addTitle(input)),
  },
  lib_get_title: {
    scope: "catalog",
    run: ({ title_id }: { title_id: string }, { library }) =>
      library.describe(library.find(library.titles, title_id)),
  },
  lib_search_titles: {
    scope: "catalog",
    run: (input: PageInput & { words?: string; kind?: string; from_year?: number }, desk) => {
      const { words, kind, from_year } = input;
      const rows = [...desk.library.titles.values()].filter(
        (title) =>
          (words === undefined || contains(`${title.name}\n${title.author}`, words)) &&
          (kind === undefined || title.kind === kind) &&
          (from_year === undefined || (title.year !== undefined && title.year >= from_year)),
      );
      const list = {
        rows,
        sortedBy: ({ name }: Title) => name.toLowerCase(),
        idOf: ({ title_id }: Title) => title_id,
      };
      const { rows: shown, end } = listPage(desk, input, list, "titles");
      return { titles: shown.map((title) => desk.library.describe(title)), ...end };
    },
  },
  lib_remove_title: {
    scope: "catalog:edit",
    run: ({ title_id }: { title_id: string }, { library }) => {
      library.removeTitle(title_id);
      return { removed: title_id };
    },
  },
  lib_add_copy: {
    scope: "catalog:edit",
    run: ({ title_id, shelf }: { title_id: string; shelf: string }, { library }) =>
      library.addCopy(title_id, shelf),
  },
  lib_get_copy: {
    scope: "catalog",
    run: ({ copy_id }: { copy_id: string }, { library }) => library.find(library.copies, copy_id),
  },
  lib_list_copies: {
    scope: "catalog",
    run: ({ title_id, status }: { title_id: string; status?: Copy["status"] }, { library }) => {
      const copies = library
        .copiesOf(library.find(library.titles, title_id))
        .filter((copy) => status === undefined || copy.status === status);
      return { copies, count: copies.length };
    },
  },
  lib_withdraw_copy: {
    scope: "catalog:edit",
    run: ({ copy_id }: { copy_id: string }, { library }) => library.withdraw(copy_id),
  },
};

const members: Record<string, Tool> = {
  lib_register_member: {
    scope: "desk:edit",
    run: (input: { name: string; email?: string }, desk) => showMember(desk.library.register(input), desk),
  },
  lib_get_member: {
    scope: "desk",
    run: ({ member_id }: { member_id: string }, desk) =>
      showMember(desk.library.find(desk.library.members, member_id), desk),
  },
  lib_list_members: {
    scope: "desk",
    run: (input: PageInput & { name?: string; owing?: boolean }, desk) => {
      const rows = [...desk.library.members.values()].filter(
        ({ name, fines_cents }) =>
          (input.name === undefined || contains(name, input.name)) &&
          (input.owing === undefined || fines_cents > 0 === input.owing),
      );
      const list = {
        rows,
        sortedBy: ({ name }: Member) => name,
        idOf: ({ member_id }: Member) => member_id,
      };
      const { rows: shown, end } = listPage(desk, input, list, "members");
      return { members: shown.map((member) => showMember(member, desk, true)), ...end };
    },
  },
  lib_update_member: {
    scope: "desk:edit",
    run: ({ member_id, ...change }: { member_id: string; name?: string; email?: string }, desk) =>
      showMember(desk.library.update(member_id, change), desk),
  },
  lib_close_membership: {
    scope: "desk:edit",
    run: ({ member_id }: { member_id: string }, { library }) => {
      library.close(member_id);
      return { closed: member_id };
    },
  },
  lib_pay_fine: {
    scope: "desk:edit",
    run: (input: { member_id: string; amount_cents: number; request_id: string }, desk) => {
      const { member_id, amount_cents, request_id } = input;
      const { payments } = desk.library;
      const earlier = payments.get(request_id);
      const text = `${member_id} ${amount_cents}`;
      if (earlier !== undefined && earlier.input !== text)
        throw new Problem("request_reused", `${request_id} was another payment.`);
      const result = earlier?.result ?? showMember(desk.library.pay(member_id, amount_cents), desk);
      payments.set(request_id, { input: text, result });
      return result;
    },
  },
};

const loans: Record<string, Tool> = {
  lib_check_out: {
    scope: "desk:edit",
    run: ({ copy_id, member_id }: { copy_id: string; member_id: string }, { library }) =>
      library.lend(copy_id, member_id),
  },
  lib_get_loan: {
    scope: "desk",
    run: ({ loan_id }: { loan_id: string }, { library }) => library.find(library.loans, loan_id),
  },
  lib_list_loans: {
    scope: "desk",
    run: (input: PageInput & { member_id?: string; status?: Loan["status"]; due_before?: string }, desk) => {
      const { library } = desk;
      const { member_id, status, due_before } = input;
      if (member_id !== undefined) library.find(library.members, member_id);
      const rows = [...library.loans.values()].filter(
        (loan) =>
          (member_id === undefined || loan.member_id === member_id) &&
          (status === undefined || loan.status === status) &&
          (due_before === undefined || Date.parse(loan.due_at) < Date.parse(due_before)),
      );
      const list = { rows, sortedBy: ({ due_at }: Loan) => due_at, idOf: ({ loan_id }: Loan) => loan_id };
      const { rows: shown, end } = listPage(desk, input, list, "loans");
      return { loans: shown, ...end };
    },
  },
  lib_renew: {
    scope: "desk:edit",
    run: ({ loan_id }: { loan_id: string }, { library }) => library.renew(loan_id),
  },
  lib_return: {
    scope: "desk:edit",
    run: ({ loan_id }: { loan_id: string }, { library }) => library.takeBack(loan_id),
  },
};

const holds: Record<string, Tool> = {
  lib_place_hold: {
    scope: "desk:edit",
    run: ({ title_id, member_id }: { title_id: string; member_id: string }, { library }) =>
      library.describeHold(library.placeHold(title_id, member_id)),
  },
  lib_get_hold: {
    scope: "desk",
    run: ({ hold_id }: { hold_id: string }, { library }) =>
      library.describeHold(library.find(library.holds, hold_id)),
  },
  lib_list_holds: {
    scope: "desk",
    run: (input: PageInput & { title_id?: string; member_id?: string; status?: Hold["status"] }, desk) => {
      const { library } = desk;
      const { title_id, member_id, status } = input;
      if (title_id !== undefined) library.find(library.titles, title_id);
      if (member_id !== undefined) library.find(library.members, member_id);
      const rows = [...library.holds.values()].filter(
        (hold) =>
          (title_id === undefined || hold.title_id === title_id) &&
          (member_id === undefined || hold.member_id === member_id) &&
          (status === undefined || hold.status === status),
      );
      const list = {
        rows,
        sortedBy: ({ placed_at }: Hold) => placed_at,
        idOf: ({ hold_id }: Hold) => hold_id,
      };
      const { rows: shown, end } = listPage(desk, input, list, "holds");
      return { holds: shown.map((hold) => library.describeHold(hold)), ...end };
    },
  },
  lib_cancel_hold: {
    scope: "desk:edit",
    run: ({ hold_id }: { hold_id: string }, { library }) => {
      const hold = library.find(library.holds, hold_id);
      if (hold.status !== "waiting" && hold.status !== "ready")
        throw new Problem("wrong_state", `${hold_id} is ${hold.status}.`);
      library.endHold(hold, "cancelled");
      return library.describeHold(hold);
    },
  },
};

export const handlers: Readonly<Record<string, Tool>> = { ...catalogue, ...members, ...loans, ...holds };
