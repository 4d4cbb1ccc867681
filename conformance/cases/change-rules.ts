/** The rules and cases about what calls change: places and lists of entities, and copies of them. */
import type { CallOfEntity, Pattern, Pointer } from "./call-rules.ts";
import type { Arguments, Common, OfTool } from "./case.ts";
import type { Json } from "./edits.ts";
import type { Condition, Operand } from "./workflows.ts";

/** A call, or a transition of the server, changes these places of another entity, and none of its other places. */
export interface ChangeRule {
  /** The place in the spec. */
  readonly at: string;
  /** The entity that the call changes. */
  readonly entity: string;
  /** The ids of the entity, or of one that was made in it: in the arguments if they have a value there, else in the result. */
  readonly id: Pattern;
  /** The entity whose ids these are, if it was made in the changed one. */
  readonly of?: string;
  /** Places in the results of the observers of the entity, or in their list items. */
  readonly places: readonly Pattern[];
  /** The value that they have afterwards; absent: any, or that of `equals`. */
  readonly to?: Json;
  /** Calculates the value that they have afterwards from the call. */
  readonly equals?: Operand;
  /** By how much the number at each place grows, or the sum of the numbers at a place with `*`. */
  readonly growsBy?: Operand;
}

/** A call makes an entity from another one of the same kind, which has every part of it but for some places. */
export interface CopyRule {
  /** The place in the spec. */
  readonly at: string;
  /** The entity of the source and of the copy. */
  readonly entity: string;
  /** The argument with the id of the source. */
  readonly source: Pointer;
  /** The id of the copy in the result. */
  readonly copy: Pointer;
  /** Places in the results of the observers of the entity, or in their list items, in which the copy may differ. */
  readonly except: readonly Pattern[];
}

/**
 * A tool moves an entity into another one of its kind, and refuses to move it into itself, or into one that is in it: with the depth 1 in
 * a child, with 2 in a child of a child.
 */
export type TreeCase = OfTool &
  Arguments & {
    readonly kind: "effects";
    readonly check: "tree";
    readonly entity: string;
    /** Pointers to the arguments with the ids of what is moved, and of where it is moved. */
    readonly moved: Pointer;
    readonly parent: Pointer;
    readonly depth: 0 | 1 | 2;
    /** The code of the refusal. */
    readonly refused: string;
  };

/** A tool reads, as an argument, what another tool or a resource writes of an entity, and makes one of which the same is written. */
export type RoundTripCase = OfTool &
  Arguments & {
    readonly kind: "effects";
    readonly check: "round-trip";
    readonly entity: string;
    /** The base of the call that makes the entity, and the base of one that changes it. */
    readonly made: string;
    readonly change?: string;
    /** Other calls that make and change one, for runs whose requests are not limited. */
    readonly others: readonly { readonly made: string; readonly change?: string }[];
    /** A tool, or `resource:NAME`, and the place in its result; for a resource it is the text. */
    readonly writer: { readonly tool: string; readonly path?: Pointer };
    /** The argument that takes what was written. */
    readonly argument: Pointer;
    /** The place of the id of the new entity in the result; absent: the call changes the entity whose id it takes. */
    readonly copy?: Pointer;
    /** Places in the results of the observers of the entity, or in their list items, with the same values. */
    readonly same: readonly Pattern[];
    /** The pattern of lines that are not compared. */
    readonly ignores?: string;
    /** The condition that a result meets if the promise is about it. */
    readonly when?: { readonly text: string; readonly condition: Condition };
  };

/** A call adds the entries of an argument to a list of an entity, or removes them; the other entries stay. */
export interface ListRule {
  /** The place in the spec. */
  readonly at: string;
  /** The entity that has the list. */
  readonly entity: string;
  /** The argument with the id of the entity. */
  readonly id: Pointer;
  /** The argument with the entry, or with a list of entries. */
  readonly argument: Pointer;
  /** Whether the argument is a list of entries, not one entry. */
  readonly isList: boolean;
  /** The list, as the spec names it. */
  readonly place: Pattern;
  /** The entries of the list, in the results of the observers of the entity, or in their list items. */
  readonly entries: Pattern;
  /** The schema of the list says that no entry is there twice. */
  readonly isUnique: boolean;
  /** The entity whose ids the entries are. */
  readonly entryEntity?: string;
  /** The observers that show the list. */
  readonly shownBy: readonly string[];
  /** The id of the entity in the result of the tool, where that shows the list, too. */
  readonly own?: Pointer;
}

/** A call with null as the argument empties the place of the result that repeats it, where an earlier call has set `value`. */
export interface ClearedPlace {
  /** Tells the check from others of its kind. */
  readonly check: "clears";
  /** A pointer to the argument that takes null. */
  readonly argument: string;
  /** The place of the result that repeats it. */
  readonly path: string;
  /** A value to set before. */
  readonly value: Json;
}

/** The arguments of a call that adds to a list or removes from it. */
export interface ListCall extends Arguments {
  /** The tool that adds or removes. */
  readonly tool: string;
  /** An index of the rules of the tool. */
  readonly rule: number;
  /** Entries that fit the argument, those of examples first. */
  readonly entries: readonly Json[];
}

/** A call that adds entries to a list, or removes them. */
export type ListCase = OfTool &
  ListCall & { readonly kind: "effects" } & (
    | {
        readonly check: /** An added entry is there, and so are those from before. */
          | "list-adds"
          /** An entry that is added twice is there once. */
          | "list-adds-once"
          /** No entry of several that are added at once is lost. */
          | "list-adds-at-once";
      }
    /** A removed entry is gone, and the others are there. `adder`: the call that adds entries before; absent if no tool adds any. */
    | { readonly check: "list-removes"; readonly adder?: ListCall }
  );

/** A list has the things that meet all conditions, and no other. */
export interface ListingRule {
  /** The place in the spec. */
  readonly at: string;
  /** The entity of the items. */
  readonly entity: string;
  /** The place of the list in the result, and of the id in an item. */
  readonly items: Pointer;
  /** The place of the id in an item. */
  readonly id: Pointer;
  /** `text` is the text in the spec. */
  readonly where: readonly { readonly text: string; readonly condition: Condition }[];
}

/**
 * A call with an entity is refused after another call led it out of what a rule of the tool requires, and accepted again after a call
 * led it back.
 */
export type LedOutCase = Common & {
  readonly kind: "states";
  readonly check: "led-out";
  readonly tool: string;
  /** An index of the requirements of the tool. */
  readonly rule: number;
  readonly base: string;
  /** The calls that may lead the entity out; the one to back may lead it back. The first that does is taken. */
  readonly leaders: readonly Leader[];
};

/** Calls that change what an entity shows: one leads it out of what a tool requires, and another one back. */
export interface Leader {
  /** The call that leads it out. */
  readonly out: CallOfEntity;
  /** The call that leads it back; absent if none is known. */
  readonly back?: CallOfEntity;
}
