/** The rules about results: what callers see of them, and how their parts belong together. */
import type { Pattern, Pointer } from "../call-rules.ts";
import type { Json } from "../edits.ts";
import type { Condition } from "../workflows.ts";

/** A part of results that only callers with a scope get. */
export interface FieldRule {
  /** The place in the spec. */
  readonly at: string;
  /** The tool whose results have the part. */
  readonly tool: string;
  /** The scope that a caller needs. */
  readonly scope: string;
  /** The part of the result. */
  readonly path: Pattern;
}

/** The sum of the numbers at `parts` is the number at `total`. */
export interface SumRule {
  /** The place in the spec. */
  readonly at: string;
  /** With `items`: places in an item; empty if the items are counted. */
  readonly parts: readonly Pattern[];
  /** The place of the sum in the result. */
  readonly total: Pointer;
  /** The items that are added up or counted; absent if `parts` are places in the result. */
  readonly items?: SummedItems;
}

/** The items of a list that have one of these values at each place. */
export interface SummedItems {
  /** The list, in the result of the tool or of `list`. */
  readonly path: Pointer;
  /** The call that shows the list, by its arguments; absent: the result of the tool has it. */
  readonly list?: { readonly tool: string; readonly input: Readonly<Record<Pointer, SumValue>> };
  /** Place in an item -> the values that it may have there; empty if all items count. */
  readonly where: Readonly<Record<Pointer, readonly SumValue[]>>;
}

/** A value of the spec, or one of the call whose result has the sum. */
export type SumValue =
  | { readonly value: Json }
  | { readonly argument: Pointer }
  | { readonly result: Pointer };

/** The result repeats at `path` the value of the call at `argument`. */
export interface RepeatRule {
  /** The place in the spec. */
  readonly at: string;
  /** The argument that the result repeats. */
  readonly argument: Pointer;
  /** The place in the result. */
  readonly path: Pointer;
  /** Parts of the argument that calls may leave out, below the argument, and what the server takes then. */
  readonly defaults?: readonly { readonly at: Pattern; readonly to: Json }[];
}

/** A condition that each result meets. `text` is its text in the spec. Of `A || B`, only results in which A does not hold prove something. */
export interface InvariantRule {
  /** The place in the spec. */
  readonly at: string;
  /** The condition as the spec has it. */
  readonly text: string;
  /** The condition as it is evaluated. */
  readonly condition: Condition;
}

/** Places that describe the file at the URL: its SHA-256 in hexadecimal, its size in bytes, and the name under which it is saved. */
export interface FileRule {
  /** The place in the spec. */
  readonly at: string;
  /** The place of the address of the file. */
  readonly url: Pointer;
  /** The place of its SHA-256, in hexadecimal. */
  readonly sha256?: Pointer;
  /** The place of its size, in bytes. */
  readonly size?: Pointer;
  /** The place of the name under which it is saved. */
  readonly name?: Pointer;
}
