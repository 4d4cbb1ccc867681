/** Calls of a spec with whole arguments, and places in values. */
import type { Json } from "./edits.ts";

/** A JSON Pointer. */
export type Pointer = string;
/** A JSON Pointer in which the step `*` stands for every item of an array and every entry of a map. */
export type Pattern = string;
/** Arguments. */
export type Input = { readonly [name: string]: Json };

/** A call with whole arguments. They are valid, but ids in them are examples: a caller replaces them by ids of entities that it made. */
export interface CallRule {
  readonly tool: string;
  readonly input: Input;
}

/** A call about one entity. */
export interface CallOfEntity extends CallRule {
  /** The argument that takes the id of the entity. */
  readonly id: Pointer;
}

/** A place in the arguments or the result of a tool. */
export interface Place {
  readonly tool: string;
  readonly path: Pattern;
}
