/** The data that one garden keeps, and how its things are found. */
import { randomBytes } from "node:crypto";
import { type Caller, Refusal } from "@toolwright/runtime";
import type { Duty, Harvest, Loan, Member, Plot, Tenancy, Tool, WorkDay } from "./generated/types.ts";

/** Things with random ids keep a number for the order in which they were made. */
type Numbered<Thing> = Thing & { readonly number: number };

export type StoredMember = Omit<Member, "owed_cents">;
export type StoredPlot = Omit<Plot, "seasons_taken">;
export type StoredTenancy = Numbered<Omit<Tenancy, "owed_cents" | "harvested_kilograms">>;
export type StoredLoan = Numbered<Loan>;
export type StoredHarvest = Numbered<Harvest>;
export type StoredWorkDay = Pick<WorkDay, "work_day_id" | "title" | "starts_at" | "jobs" | "member_ids">;

/** A call that was made with a key of the client. */
interface Request {
  readonly input: string;
  readonly result: unknown;
}

export interface Garden {
  readonly members: Map<number, StoredMember>;
  readonly plots: Map<string, StoredPlot>;
  readonly tenancies: Map<string, StoredTenancy>;
  readonly harvests: Map<string, StoredHarvest>;
  readonly duties: Map<string, Duty>;
  readonly tools: Map<string, Tool>;
  readonly loans: Map<string, StoredLoan>;
  readonly workDays: Map<string, StoredWorkDay>;
  readonly requests: Map<string, Request>;
}

const gardens = new Map<string, Garden>();

/** The garden of an account. */
export function gardenOf({ account }: Pick<Caller, "account">): Garden {
  const garden = gardens.get(account) ?? {
    members: new Map(),
    plots: new Map(),
    tenancies: new Map(),
    harvests: new Map(),
    duties: new Map(),
    tools: new Map(),
    loans: new Map(),
    workDays: new Map(),
    requests: new Map(),
  };
  gardens.set(account, garden);
  return garden;
}

const counts = { member: 0, plot: 0, duty: 0, tool: 0, day: 0, tenancy: 0, loan: 0, harvest: 0 };

/** Numbers count up across all gardens, as in a database of them all. */
export function nextNumber(kind: keyof typeof counts): number {
  counts[kind] += 1;
  return counts[kind];
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

export function randomId(prefix: string): string {
  return `${prefix}_${Array.from(randomBytes(16), (byte) => letters[byte % letters.length]).join("")}`;
}

export function find<Id extends string | number, Thing>(
  things: ReadonlyMap<Id, Thing>,
  id: Id,
  kind: string,
  advice: string,
): Thing {
  const thing = things.get(id);
  if (thing === undefined) throw new Refusal("not_found", `The garden has no ${kind} ${id}. ${advice}`);
  return thing;
}

export function findMember({ members }: Garden, id: number): StoredMember {
  return find(members, id, "member", "garden_list_members shows the members.");
}

/** Does what a call asks for once for each key. The same key with another input is refused. */
export function doOnce<Result>(
  { requests }: Garden,
  key: string | undefined,
  input: readonly unknown[],
  work: () => Result,
): Result {
  if (key === undefined) return work();
  const text = JSON.stringify(input);
  const earlier = requests.get(key);
  if (earlier === undefined) {
    const result = work();
    requests.set(key, { input: text, result });
    return result;
  }
  if (earlier.input !== text)
    throw new Refusal(
      "key_reused",
      "This reference or request id was sent with other arguments before. Use a new one for a new call.",
    );
  return earlier.result as Result;
}
