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

/** Arguments of a call, by name. */
export type Input = Readonly<Record<string, unknown>>;

/** A kind of thing that tools make, show, change and end. */
export interface Entity {
  /** Its name. */
  readonly name: string;
  /** Address of the type of its ids, `spec:///types/form_id.yaml`. */
  readonly id: string;
  /** The tool that makes one, the JSON Pointer to the new id in its output, and arguments. */
  readonly madeBy?: { readonly tool: string; readonly path: string; readonly input: Input };
  /** The tool that ends one, and the arguments that do it. */
  readonly endedBy?: { readonly tool: string; readonly input: Input };
  /** The code with which accounts without access are refused. */
  readonly private?: string;
  /** Tools. */
  readonly observedBy: readonly string[];
  /** How another account gets access. */
  readonly sharedBy?: Sharing;
  /** Its location in the spec. */
  readonly at: SpecLocation;
}

/** The call that gives another account access to an entity. */
export interface Sharing {
  /** The tool that gives access. */
  readonly tool: string;
  /** The argument that names the account. */
  readonly account: string;
  /** The other arguments of the call. */
  readonly input: Input;
  /** Places that depend on who looks, in the outputs of the tools that show the entity, or in their list items. */
  readonly differs: readonly string[];
  /** What each kind of access allows. */
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

/** The keys of a tool that say how it behaves. */
export interface ToolBehaviour {
  /** How its calls are repeated. */
  readonly idempotency?: Idempotency;
  /** How its list comes page by page. */
  readonly pages?: Pages;
  /** What selects the items of a list in one piece. */
  readonly filters?: FilteredList;
  /** The quota that it draws from. */
  readonly draws?: Draws;
  /** What it costs. */
  readonly spends?: Spending;
  /** How it refuses a call that saw an old version. */
  readonly revision?: Revision;
  /** When a call becomes a task. */
  readonly task?: TaskRule;
  /** The end of a call that is no task; undefined for that of the server. */
  readonly deadlineSeconds?: number;
  /** Numbers that add up. */
  readonly sums: readonly Sum[];
  /** Arguments that stand in the result. */
  readonly repeats: readonly Repeat[];
  /** Conditions that hold in each result. */
  readonly invariants: readonly Invariant[];
  /** Files that its result names. */
  readonly files: readonly ResultFile[];
  /** Other things that it changes. */
  readonly changes: readonly EntityChange[];
  /** What it copies. */
  readonly copies?: Copying;
  /** A text of another tool that it reads. */
  readonly roundTrip?: RoundTrip;
  /** What it requires other things to show. */
  readonly requires: readonly Requirement[];
  /** Intervals that must not overlap. */
  readonly overlaps: readonly Overlap[];
  /** What it takes out of what was put in. */
  readonly takes?: Take;
  /** A tree in which it moves things. */
  readonly tree?: Tree;
  /** Lists to which it adds entries. */
  readonly adds: readonly ListChange[];
  /** Lists from which it removes entries. */
  readonly removes: readonly ListChange[];
  /** A list that has all that meets a condition. */
  readonly lists?: Listing;
}

/** A tool whose calls can be repeated with a key. */
export interface Idempotency {
  /** The argument with the key. */
  readonly key: string;
  /** JSON Pointers at which the result of a repeated call equals the first one. */
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
  /** Whether a call may become a task, or always is one. */
  readonly when: "may" | "always";
  /** A call that takes longer becomes a task. */
  readonly afterSeconds: number;
  /** The task is forgotten this long after its start. */
  readonly keepSeconds: number;
  /** Undefined: chosen by the request rate. */
  readonly pollSeconds?: number;
}

/** What a call draws from a quota. */
export interface Draws {
  /** The name of the quota. */
  readonly limit: string;
  /** The argument that says how much; absent: each call draws one. */
  readonly with?: string;
  /** Codes of refusals after which nothing is drawn. */
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

/** Numbers of a result that add up. */
export interface Sum {
  /** Numbers of the output; with `items`, of an item. Empty if the items are counted. */
  readonly parts: readonly string[];
  /** JSON Pointer to the sum. */
  readonly total: string;
  /** Where the items are that are added or counted. */
  readonly items?: SummedItems;
  /** Its location in the spec. */
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

/** An argument that stands in the result. */
export interface Repeat {
  /** The argument. */
  readonly argument: string;
  /** JSON Pointer in the output. */
  readonly path: string;
  /** Its location in the spec. */
  readonly at: SpecLocation;
}

/** A condition that each result meets. */
export interface Invariant {
  /** A simple condition of Arazzo, as its text. */
  readonly text: string;
  /** Its location in the spec. */
  readonly at: SpecLocation;
}

/** Places of a result that describe the file at the URL in it. */
export interface ResultFile {
  /** JSON Pointer to its address. */
  readonly url: string;
  /** JSON Pointer to its digest, in hex. */
  readonly sha256?: string;
  /** JSON Pointer to its size in bytes. */
  readonly size?: string;
  /** JSON Pointer to its name. */
  readonly name?: string;
  /** Its location in the spec. */
  readonly at: SpecLocation;
}

/** The places of another entity that a call, or a transition of the server, changes beside its own entity. */
export interface EntityChange {
  /** The name of the entity that is changed. */
  readonly entity: string;
  /** The place of its id in the arguments, else in the output. */
  readonly id: string;
  /** Places in the outputs of the tools that show the entity, or in their list items. */
  readonly places: readonly string[];
  /** The value that they have afterwards, or a calculation that begins with an expression. */
  readonly to?: string | number | boolean;
  /** By how much the number at each place grows, or the sum of the numbers at a place with `*`: a number, or a calculation. */
  readonly by?: string | number;
  /** Its location in the spec. */
  readonly at: SpecLocation;
}

/** A call is refused unless an entity in its arguments shows one of these values. */
export interface Requirement {
  /** The entity that has to show a value. */
  readonly entity: string;
  /** The argument with the id of the entity. */
  readonly id: string;
  /** A place in the outputs of the tools that show the entity, or in their list items. */
  readonly place: string;
  /** The values of which the place has one. */
  readonly is: readonly (string | number | boolean)[];
  /** The code of the refusal. */
  readonly refused: string;
  /** Its location in the spec. */
  readonly at: SpecLocation;
}
