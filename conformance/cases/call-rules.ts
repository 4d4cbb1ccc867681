/** Calls in a spec with complete arguments, and places in values. */
import type { Json } from "./edits.ts";

/** A JSON Pointer. */
export type Pointer = string;
/** A JSON Pointer in which the step `*` matches every item of an array and every entry of a map. */
export type Pattern = string;
/** Arguments. */
export type Input = { readonly [name: string]: Json };

/** A call with complete, valid arguments. Ids in them are examples: a caller replaces them by ids of entities that it has created. */
export interface CallRule {
  /** The tool, or the name of a resource that cases call like one. */
  readonly tool: string;
  /** The arguments. */
  readonly input: Input;
  /** The arguments that tell the call from others of its tool, where a transition or an end is meant: with other values beside them it is the same. */
  readonly declared?: Input;
  /** Those of `declared` whose value makes no difference: any reply to a thread is one. */
  readonly free?: readonly Pointer[];
}

/** A call about one entity. */
export interface CallOfEntity extends CallRule {
  /** The argument that takes the id of the entity. */
  readonly id: Pointer;
}

/** A place in the arguments or the result of a tool. */
export interface Place {
  /** The tool whose arguments or result have the place. */
  readonly tool: string;
  /** The place. */
  readonly path: Pattern;
}

/** The call that shares an entity with another account, and what that may do and see then. */
export interface SharingRule {
  /** The tool that gives the access. */
  readonly tool: string;
  /** The argument that takes the id of the entity. */
  readonly id: Pointer;
  /** The argument that names the other account. */
  readonly account: Pointer;
  /** Complete arguments: one call for each value of an enumerated argument, which may say how much the other account may do. */
  readonly calls: readonly Input[];
  /** Places that depend on who looks, in the results of the tools that show the entity, or in their list items. */
  readonly differs: readonly Pattern[];
  /** The argument whose values are the roles, and the code of what a role does not allow; absent if the spec does not tell roles apart. */
  readonly roles?: {
    readonly argument: Pointer;
    readonly refused: string;
    /** Place in what tools show of the entity -> the roles that see it beside the owner. */
    readonly sees?: Readonly<Record<Pattern, readonly string[]>>;
  };
}
