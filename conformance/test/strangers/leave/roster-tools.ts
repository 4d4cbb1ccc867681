/** The tools for shifts, and for swaps. */
import { matches, type PageRequest, readPage } from "./paging.ts";
import type { Shift, Swap } from "./records.ts";
import {
  answerSwap,
  assignShift,
  cancelShift,
  copyShift,
  type NewShift,
  type Offer,
  offerSwap,
  planShift,
  unassignShift,
  withdrawSwap,
} from "./roster.ts";
import { type Tool, tool, type Work } from "./tool.ts";

interface ShiftFilters extends PageRequest {
  readonly team_id: string;
  readonly employee_no?: number;
  readonly status?: Shift["status"];
  readonly from?: string;
  readonly until?: string;
}

function listShifts({ limit, cursor, from, until, ...filters }: ShiftFilters, work: Work): object {
  const { office } = work;
  const { team_id, employee_no, status } = filters;
  office.get(office.teams, team_id);
  if (employee_no !== undefined) office.get(office.employees, employee_no);
  const { items, total, next } = readPage(
    {
      name: ["shifts", office.company, team_id, employee_no, status, from, until],
      items: office.shifts.values(),
      fits: (shift) => {
        const day = shift.starts_at.slice(0, 10);
        const isInTime = (from === undefined || day >= from) && (until === undefined || day <= until);
        return isInTime && matches(shift, filters);
      },
      keyOf: ({ starts_at }) => starts_at,
    },
    { limit, cursor },
  );
  return { shifts: items, total, ...next };
}

interface SwapFilters extends PageRequest {
  readonly offered_by?: number;
  readonly offered_to?: number;
  readonly status?: Swap["status"];
}

function listSwaps({ limit, cursor, ...filters }: SwapFilters, { office }: Work): object {
  const { offered_by, offered_to, status } = filters;
  for (const no of [offered_by, offered_to]) if (no !== undefined) office.get(office.employees, no);
  const { items, total, next } = readPage(
    {
      name: ["swaps", office.company, offered_by, offered_to, status],
      items: office.swaps.values(),
      fits: (swap) => matches(swap, filters),
      keyOf: ({ created_at }) => created_at,
      descending: true,
    },
    { limit, cursor },
  );
  return { swaps: items, total, ...next };
}

type OneShift = { readonly shift_id: string };
type OneSwap = { readonly swap_id: string };

export const rosterTools: Readonly<Record<string, Tool>> = {
  create_shift: tool<NewShift & { request_id?: string }>("manager", ({ request_id, ...input }, { office }) =>
    office.once("create_shift", request_id, input, () => planShift(office, input)),
  ),
  get_shift: tool<OneShift>("office:read", ({ shift_id }, { office }) => office.get(office.shifts, shift_id)),
  list_shifts: tool<ShiftFilters>("office:read", listShifts),
  copy_shift: tool<OneShift & { starts_at: string }>("manager", ({ shift_id, starts_at }, { office }) =>
    copyShift(office, shift_id, starts_at),
  ),
  assign_shift: tool<OneShift & { employee_no: number }>("manager", ({ shift_id, employee_no }, { office }) =>
    assignShift(office, shift_id, employee_no),
  ),
  unassign_shift: tool<OneShift>("manager", ({ shift_id }, { office }) => unassignShift(office, shift_id)),
  cancel_shift: tool<OneShift>("manager", ({ shift_id }, { office }) => cancelShift(office, shift_id)),
  offer_swap: tool<Offer>("employee", (offer, { office }) => offerSwap(office, offer)),
  get_swap: tool<OneSwap>("office:read", ({ swap_id }, { office }) => office.get(office.swaps, swap_id)),
  list_swaps: tool<SwapFilters>("office:read", listSwaps),
  answer_swap: tool<OneSwap & { answer: "accept" | "decline" }>("employee", (input, { office }) =>
    answerSwap(office, input.swap_id, input.answer),
  ),
  withdraw_swap: tool<OneSwap>("employee", ({ swap_id }, { office }) => withdrawSwap(office, swap_id)),
};
