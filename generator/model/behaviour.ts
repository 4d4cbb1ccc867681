/** The parts of the model that say how tools behave. Arguments and places of results are JSON Pointers. */
import type { SpecLocation } from "../diagnostics/diagnostic.ts";
import type { Copying } from "./copying.ts";
import type { ListChange } from "./list-change.ts";
import type { Listing } from "./listing.ts";
import type { Overlap } from "./overlap.ts";
import type { FilteredList, Pages } from "./pages.ts";
import type { RoundTrip } from "./round-trip.ts";
import type { Take } from "./take.ts";
import type { Tree } from "./tree.ts";

export type Input = Readonly<Record<string, unknown>>;

/** A kind of thing that tools make, show, change and end. */
export interface Entity {
  readonly name: string;
  /** Address of the type of its ids, `spec:///types/form_id.yaml`. */
  readonly id: string;
  readonly madeBy?: { readonly tool: string; readonly path: string; readonly input: Input };
  readonly endedBy?: { readonly tool: string; readonly input: Input };
  /** The code with which accounts without access are refused. */
  readonly private?: string;
  /** Tools. */
  readonly observedBy: readonly string[];
  readonly sharedBy?: Sharing;
  readonly at: SpecLocation;
}

/** The call that gives another account access to an entity. */
export interface Sharing {
  readonly tool: string;
  /** The argument that names the account. */
  readonly account: string;
  readonly input: Input;
  /** Places that depend on who looks, in the outputs of the tools that show the entity, or in their list items. */
  readonly differs: readonly string[];
  readonly roles?: Roles;
}

/** The tools and the places of an entity that are open to accounts to which it is shared. Every role may read. */
export interface Roles {
  /** The argument of the call that gives access whose values are the roles. */
  readonly argument: string;
  /** The code of a call that the role does not allow. */
  readonly refused: string;
  /** Role -> the writing tools that it allows. All others that take the id are for the owner. */
  readonly allow: Readonly<Record<string, readonly string[]>>;
  /** Place in what tools show of the entity -> the roles that see it. The owner sees all. */
  readonly sees: Readonly<Record<string, readonly string[]>>;
}

export interface StateMachine {
  readonly name: string;
  /** `FormStates`: name of its types in code. */
  readonly typeName: string;
  /** The place of the state in results. `poll` is the place of the seconds after which to read again. */
  readonly field: { readonly tool: string; readonly path: string; readonly poll?: string };
  readonly initial: string;
  /** The code of transitions that the state does not allow, unless they have their own. */
  readonly refused?: string;
  readonly exclusive?: ExclusiveState;
  readonly transitions: readonly Transition[];
  readonly at: SpecLocation;
}

/** A state in which some tools are for the account that led the entity there, such as a check-out. */
export interface ExclusiveState {
  readonly state: string;
  readonly tools: readonly string[];
  /** The code with which they refuse other accounts. */
  readonly refused: string;
}

/** A transition is made by a call, or by the server without one. */
export type Transition = ToolTransition | ServerTransition;

export interface Edge {
  readonly name: string;
  readonly from: readonly string[];
  readonly to: string;
  readonly at: SpecLocation;
  /** Limits of kind `duration`. They have an effect only where the server makes the transition. */
  readonly within?: string;
  readonly after?: string;
  /** Tools in whose calls about other entities the server makes the transition. */
  readonly during?: readonly string[];
  /** The entity in which those wait that such a call leads on in the order in which they were made. */
  readonly queue?: string;
  /** Places of times and counters, in the output of the tool that shows the state, that only transitions which name them change. */
  readonly sets?: readonly string[];
  /** Only the server's transitions may have them; their ids stand in the output of the tool that shows the state. */
  readonly changes?: readonly EntityChange[];
}

export interface ToolTransition extends Edge {
  readonly by: { readonly tool: string; readonly input: Input };
  /** The code of the call in a state that does not allow it: its own one, or that of the state machine. */
  readonly refused?: string;
}

/** The states of `from` last at most `within`. With `after`, the transition is made at the end of that duration, and not before. */
export interface ServerTransition extends Edge {
  readonly by: "server";
  /** A mistake, which a rule reports: the server makes no call that is refused. */
  readonly refused?: string;
}

/** The keys of a tool that say how it behaves. */
export interface ToolBehaviour {
  readonly idempotency?: Idempotency;
  readonly pages?: Pages;
  readonly filters?: FilteredList;
  readonly draws?: Draws;
  readonly spends?: Spending;
  readonly revision?: Revision;
  readonly task?: TaskRule;
  /** The end of a call that is no task; undefined for that of the server. */
  readonly deadlineSeconds?: number;
  readonly sums: readonly Sum[];
  readonly repeats: readonly Repeat[];
  readonly invariants: readonly Invariant[];
  readonly files: readonly ResultFile[];
  readonly changes: readonly EntityChange[];
  readonly copies?: Copying;
  readonly roundTrip?: RoundTrip;
  readonly requires: readonly Requirement[];
  readonly overlaps: readonly Overlap[];
  readonly takes?: Take;
  readonly tree?: Tree;
  readonly adds: readonly ListChange[];
  readonly removes: readonly ListChange[];
  readonly lists?: Listing;
}

export interface Idempotency {
  readonly key: string;
  readonly same: readonly string[];
  /** The place that is `true` in the result of a repeated call, and in no first one. */
  readonly replayed?: string;
  /** The code with which a used key with other arguments is refused; undefined: any code. */
  readonly refused?: string;
}

/** Optimistic concurrency: a call that expects another revision than the present one is refused. */
export interface Revision {
  /** The argument with the revision that the caller has seen. */
  readonly argument: string;
  /** A tool that shows the entity, and the place of the revision in its result, or in an item of its list. */
  readonly shownBy: { readonly tool: string; readonly path: string };
  /** The code of the refusal; undefined: any code. */
  readonly refused?: string;
  /** Arguments whose changes do not move the revision. */
  readonly except: readonly string[];
}

/** When a call becomes a task of MCP 2026-07-28. */
export interface TaskRule {
  readonly when: "may" | "always";
  /** A call that takes longer becomes a task. */
  readonly afterSeconds: number;
  /** The task is forgotten this long after its start. */
  readonly keepSeconds: number;
  /** Undefined: chosen by the request rate. */
  readonly pollSeconds?: number;
}

export interface Draws {
  readonly limit: string;
  readonly with?: string;
  readonly returnedOn: readonly string[];
  /** States in which the work of a call ends, and its draw is returned. */
  readonly returnedIn?: readonly string[];
}

/** The money that a successful call costs. */
export interface Spending {
  /** Its name, such as `credits`. */
  readonly name: string;
  /** The tool that shows what the account has left, and the place of the number. */
  readonly left?: { readonly tool: string; readonly path: string };
  /** The tool that shows the entity of the work that a call began, and the numbers that add up to what it has taken so far. */
  readonly cost?: { readonly tool: string; readonly parts: readonly string[] };
}

export interface Sum {
  /** Numbers of the output; with `items`, of an item. Empty if the items are counted. */
  readonly parts: readonly string[];
  readonly total: string;
  readonly items?: SummedItems;
  readonly at: SpecLocation;
}

/** The items of a list that a sum is about. */
export interface SummedItems {
  /** The place of the list: in the output of the tool, or of `list`. Undefined: where the pages of `list` have it. */
  readonly path?: string;
  /** The call of another tool that shows the list: argument -> its value. */
  readonly list?: { readonly tool: string; readonly input: Readonly<Record<string, unknown>> };
  /** Place in an item -> the values of which it has one. */
  readonly where: Readonly<Record<string, readonly unknown[]>>;
}

export interface Repeat {
  readonly argument: string;
  readonly path: string;
  readonly at: SpecLocation;
}

/** A condition that each result meets. */
export interface Invariant {
  /** A simple condition of Arazzo, as its text. */
  readonly text: string;
  readonly at: SpecLocation;
}

/** Places of a result that describe the file at the URL in it. */
export interface ResultFile {
  readonly url: string;
  readonly sha256?: string;
  readonly size?: string;
  readonly name?: string;
  readonly at: SpecLocation;
}

/** The places of another entity that a call, or a transition of the server, changes beside its own entity. */
export interface EntityChange {
  readonly entity: string;
  /** The place of its id in the arguments, else in the output. */
  readonly id: string;
  /** Places in the outputs of the tools that show the entity, or in their list items. */
  readonly places: readonly string[];
  /** The value that they have afterwards, or a calculation that begins with an expression. */
  readonly to?: string | number | boolean;
  /** By how much the number at each place grows, or the sum of the numbers at a place with `*`: a number, or a calculation. */
  readonly by?: string | number;
  readonly at: SpecLocation;
}

/** A call is refused unless an entity in its arguments shows one of these values. */
export interface Requirement {
  readonly entity: string;
  /** The argument with the id of the entity. */
  readonly id: string;
  /** A place in the outputs of the tools that show the entity, or in their list items. */
  readonly place: string;
  /** The values of which the place has one. */
  readonly is: readonly (string | number | boolean)[];
  /** The code of the refusal. */
  readonly refused: string;
  readonly at: SpecLocation;
}

/** All states, the initial one first. */
export function listStates({ initial, transitions }: StateMachine): string[] {
  return [...new Set([initial, ...transitions.flatMap(({ from, to }) => [...from, to])])];
}

export function toolTransitions({ transitions }: StateMachine): ToolTransition[] {
  return transitions.filter((each): each is ToolTransition => each.by !== "server");
}

export function serverTransitions({ transitions }: StateMachine): ServerTransition[] {
  return transitions.filter((each): each is ServerTransition => each.by === "server");
}

/** The states that transitions reach from a state, in the order of their distance; the state itself is the first. */
export function listReachable(state: string, transitions: readonly Transition[]): string[] {
  const reached = new Set([state]);
  for (const each of reached)
    for (const { from, to } of transitions) if (from.includes(each)) reached.add(to);
  return [...reached];
}

/** Whether the server leaves the state by itself, as soon as its work is done. */
export function isPassing(state: string, machine: StateMachine): boolean {
  return serverTransitions(machine).some((each) => endsWork(each) && each.from.includes(state));
}

/** Whether the server makes a transition as soon as its work is done: neither at a time nor in a call. */
export function endsWork({ after, during }: ServerTransition): boolean {
  return after === undefined && during === undefined;
}
