/** The tools of the service: one function each, on the branch of the caller. */
import type { Caller } from "@toolwright/runtime";
import { Branch } from "./branch.ts";
import { isBroken } from "./breaks.ts";
import type { Handlers } from "./generated/handlers.ts";
import { paginate } from "./pages.ts";

const branches = new Map<string, Branch>();

/** The branch of an account. */
export function branchOf({ account }: Pick<Caller, "account">): Branch {
  const branch = branches.get(account) ?? new Branch();
  branches.set(account, branch);
  return branch;
}

const members: Pick<
  Handlers,
  "addMember" | "getMember" | "listMembers" | "updateMember" | "settleFee" | "closeMember"
> = {
  addMember: (input, call) => branchOf(call).addMember(input),
  getMember: ({ member_id }, call) => branchOf(call).showMember(member_id),
  listMembers: (input, call) => {
    const query = input.query?.toLowerCase();
    const matches = branchOf(call)
      .listMembers()
      .filter(({ name }) => query === undefined || name.toLowerCase().includes(query));
    const list = ["members", call.account, input.query];
    const { items, ...rest } = paginate(matches, ({ member_id }) => member_id, input, list);
    return { members: items, ...rest };
  },
  updateMember: (input, call) => branchOf(call).updateMember(input),
  settleFee: ({ member_id }, call) => branchOf(call).settleFee(member_id),
  closeMember: ({ member_id }, call) => {
    branchOf(call).closeMember(member_id);
    return { member_id, closed: true };
  },
};

const items: Pick<Handlers, "addItem" | "getItem" | "listItems" | "retireItem"> = {
  addItem: (input, call) => branchOf(call).addItem(input),
  getItem: ({ item_id }, call) => branchOf(call).showItem(item_id),
  listItems: (input, call) => {
    const { category, max_day_cents: most = Number.POSITIVE_INFINITY } = input;
    const available = isBroken("false-is-absent") ? input.available || undefined : input.available;
    const matches = branchOf(call)
      .listItems()
      .filter((item) => category === undefined || item.category === category)
      .filter((item) => available === undefined || item.available === available)
      .filter((item) => item.day_cents <= most);
    const list = ["items", call.account, category, available, most];
    const { items: found, ...rest } = paginate(matches, ({ item_id }) => item_id, input, list);
    return { items: found, ...rest };
  },
  retireItem: ({ item_id }, call) => branchOf(call).retireItem(item_id),
};

const hires: Omit<Handlers, keyof typeof members | keyof typeof items> = {
  account: (_input, call) => ({ reservations: branchOf(call).quotaOf(call.token).show() }),
  reserve: (input, call) => branchOf(call).reserve(input, call.token),
  getHire: ({ hire_id }, call) => branchOf(call).showHire(hire_id),
  listHires: (input, call) => {
    const { status, member_id, reserved_before } = input;
    const branch = branchOf(call);
    if (member_id !== undefined) branch.showMember(member_id);
    const end = reserved_before === undefined ? Number.POSITIVE_INFINITY : Date.parse(reserved_before);
    const matches = branch
      .listHires()
      .filter((hire) => status === undefined || hire.status === status)
      .filter((hire) => member_id === undefined || hire.member_id === member_id)
      .filter((hire) => Date.parse(hire.reserved_at) < end);
    const list = ["hires", call.account, status, member_id, end];
    const { items: found, ...rest } = paginate(matches, ({ hire_id }) => -hire_id, input, list);
    return { hires: found, ...rest };
  },
  collect: ({ hire_id }, call) => branchOf(call).collect(hire_id),
  extend: ({ hire_id, days }, call) => branchOf(call).extend(hire_id, days),
  return: ({ hire_id }, call) => branchOf(call).takeBack(hire_id),
  cancel: ({ hire_id }, call) => branchOf(call).cancel(hire_id, call.token),
};

export const handlers: Handlers = { ...members, ...items, ...hires };
