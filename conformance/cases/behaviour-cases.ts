/** The cases about behaviour: one for each promise, which refers into the rules of `behaviour.ts`. */

import type { Arguments, Common, OfTool } from "./case.ts";
import type { ClearedPlace, LedOutCase, ListCase, RoundTripCase, TreeCase } from "./change-rules.ts";
import type { Json } from "./edits.ts";
import type { LimitCase, PlacesCase } from "./limits.ts";
import type { ArgumentCase, Completion, PageCase, ResultCase } from "./result-cases.ts";
import type { ConcurrencyCase, ReplayCase } from "./rules/repetition.ts";
import type { PlaceCase } from "./takes.ts";
import type { TaskCase } from "./task-cases.ts";
import type { ScenarioCase } from "./workflows.ts";

/** A case about behaviour that a run can decide. */
export type TestableCase =
  | ModeCase
  | LimitCase
  | PlacesCase
  | StateCase
  | EndedCase
  | LedOutCase
  | PlaceCase
  | EffectCase
  | ListCase
  | RoundTripCase
  | TreeCase
  | ArgumentCase
  | AccessCase
  | AccountCase
  | IsolationCase
  | FieldCase
  | ReplayCase
  | ConcurrencyCase
  | PageCase
  | ResultCase
  | ScenarioCase
  | TaskCase;

/** A case about behaviour, also one that lacks what a check of it needs. */
export type BehaviourCase = TestableCase | UntestableCase;
/** The kinds of cases about behaviour. */
export type BehaviourKind = TestableCase["kind"];

/** A promise for which the spec lacks the information to check it. It is never verified; `untestable` names the missing information. */
export type UntestableCase = Common & {
  readonly kind: BehaviourKind;
  readonly tool?: string;
  readonly untestable: string;
};

/** An annotation of the tool is true. */
export type ModeCase = OfTool &
  Arguments & {
    readonly kind: "modes";
    readonly check: "read-only" | "idempotent" | "not-destructive";
  };

/** A rule of the state machine about a new entity, or about one transition in one state. */
export type StateCase = Common & {
  readonly kind: "states";
  readonly machine: string;
  readonly tool: string;
} & (
    | { readonly check: "initial" }
    /** Transitions lead from each observed state of an instance to its next observed state. */
    | { readonly check: "path" }
    /** A place changes only by the transitions that set it, in all results of the run. */
    | { readonly check: "set-only"; readonly path: string }
    /** The transition sets a place: a time to that of the call, or `after` seconds later, a counter to a higher number. */
    | {
        readonly check: "sets";
        readonly state: string;
        readonly transition: string;
        readonly path: string;
        readonly after?: number;
      }
    /** A transition of the server changes the places of another entity that its rules name, and no others. */
    | {
        readonly check: "changes";
        readonly state: string;
        readonly transition: string;
        readonly entity: string;
      }
    /** The server leaves the state as the state machine allows, until a lasting state. */
    | { readonly check: "led"; readonly state: string }
    /** Each step of the work on one of two instances shows in that one alone, and every result on the way keeps the rules. */
    | { readonly check: "step-by-step"; readonly state: string }
    /**
     * A call with an entity is accepted if that shows what the rule of the tool requires, and else refused. It is in this state, or an
     * entity that was made in it.
     */
    | {
        readonly check: "required";
        readonly state: string;
        /** An index of the requirements of the tool. */
        readonly rule: number;
        readonly base: string;
      }
    /**
     * `repeated`: the call has made the transition before. `in-time`: the server makes it at the end of a duration. `at-once`: only
     * one of several equal calls makes it. `during`: the server makes it in a call about another entity.
     */
    /** A call leads on the first of two that were made in the same `entity`. */
    | {
        readonly check: "queue";
        readonly state: string;
        readonly transition: string;
        readonly entity: string;
      }
    | {
        readonly check: "allowed" | "at-once" | "refused" | "repeated" | "in-time" | "during";
        readonly state: string;
        readonly transition: string;
      }
  );

/** An entity that the tool has ended is gone, or shows that it has ended. */
export type EndedCase = OfTool & {
  readonly kind: "states";
  readonly check: "ended";
  readonly entity: string;
};

/** A writing tool, called with each of these bases, does not change entities that its arguments do not name. */
export type EffectCase = OfTool & {
  readonly kind: "effects";
  readonly entity: string;
  readonly bases: readonly string[];
} & (
    | { readonly check: "others-stay" }
    /** Calls change the places of another entity that the rules of the tool name, and no others. */
    | { readonly check: "changes" }
    /**
     * Calls with values that the entity has already take away nothing that it was made with. `made` is the base of the making call, and
     * `sets` has the names of the arguments that each call takes from it.
     */
    | {
        readonly check: "keeps-rest";
        readonly made: string;
        readonly sets: readonly (readonly string[])[];
      }
    | ClearedPlace
    /** A copy has every part of its source, which was made with the base `made`, and changed with the base `change`. */
    | { readonly check: "copies"; readonly made: string; readonly change?: string }
    /** Calls that change a copy leave its source as it is. */
    | { readonly check: "copy-apart"; readonly made: string }
    /**
     * The caller chooses the id at `argument`. Another call with the same id, and with one of the other values at each place, is refused
     * or changes nothing.
     */
    | {
        readonly check: "id-taken";
        readonly argument: string;
        readonly others: Readonly<Record<string, readonly Json[]>>;
      }
    /**
     * A call that is refused because of one item at `list` changes nothing of the entity that another item names at `idAt`, a place in
     * the item.
     */
    | { readonly check: "all-or-none"; readonly list: string; readonly idAt: string }
    /** While the server works on what a call began, and at its end, the account has so much less as the results say. */
    | { readonly check: "charged" }
    /** Calls that are not transitions do not change the state, in each of these states. */
    | { readonly check: "state-stays"; readonly machine: string; readonly states: readonly string[] }
  );

/**
 * An account in this state is refused by the tool, with each of these bases, and nothing changes; or its call is accepted as that of
 * any account.
 */
export type AccountCase = OfTool & {
  readonly kind: "accounts";
  /** A state of accounts. */
  readonly state: string;
  readonly check: "refused" | "accepted";
  /** For `accepted`, one. */
  readonly bases: readonly string[];
};

/** Keys, cursors and values of one account do not work for another account, and do not use its quotas. */
export type IsolationCase = OfTool & { readonly kind: "isolation" } & (
    | (Arguments & { readonly check: "key" })
    | { readonly check: "cursor" }
    /** The file of one account has nothing of another one. `rule`: an index of the rules about files. */
    | { readonly check: "file"; readonly rule: number; readonly base: string }
    /** `limit`: a duration of a signed address, or one whose `ends` names the call that accepts a value of the other account. */
    | { readonly check: "value"; readonly limit: string }
    /** `limit`: a quota. A call of another account, or a call repeated with its key, draws nothing from it. */
    | { readonly check: "quota"; readonly limit: string }
    /** An account can draw while another one has nothing left; whether draws of one token count for another one. */
    | { readonly check: "quota-end" | "quota-tokens"; readonly limit: string }
    | { readonly check: "replay-draws-nothing"; readonly limit: string }
  );

/** Access to an entity: an account without it gets no data, by an argument with its id or in a list; one with it sees what the owner sees. */
export type AccessCase = OfTool & { readonly kind: "access"; readonly entity: string } & (
    | (Arguments & {
        readonly check: "other-account" | "unknown-id";
        /** A pointer to the argument with the id. */
        readonly argument: string;
        /** For `unknown-id`: a valid id of no entity. */
        readonly unknown?: Json;
      })
    | (Arguments & {
        readonly check: "list";
        /** The pattern of the ids in the result. */
        readonly path: string;
      })
    /** No instance of the account is suggested to another one. */
    | { readonly check: "completions"; readonly completion: Completion }
    /** An account that was given access sees the entity as its owner does. */
    | { readonly check: "shared" }
    /** An account with the role sees the place as the owner does, or nothing there. */
    | { readonly check: "sees"; readonly place: string; readonly role: string }
    /**
     * An account that was given access to the entity by an entity `share` is refused when that is in the state, or is ended. The call is
     * about the entity, or about a `subject` that is made in it.
     */
    | (Arguments & {
        readonly check: "unshared";
        readonly subject: string;
        readonly share: string;
        readonly machine?: string;
        readonly state?: string;
      })
    /** An account that was given access with a role may make the call, or is refused. */
    | (Arguments & {
        readonly check: "role";
        readonly role: string;
        readonly isAllowed: boolean;
        /** A role that allows the call, and that the account had before. */
        readonly before?: string;
      })
    /**
     * In an exclusive state, the call is for the account that led the entity there: the call of a `transition` out of it, or another one,
     * which other accounts may make again when the transition `left` has been made.
     */
    | (({ readonly transition: string } | (Arguments & { readonly left: string })) & {
        readonly check: "exclusive";
        readonly machine: string;
        readonly state: string;
        /** The code with which other accounts are refused. */
        readonly refused: string;
        /** The role that another account gets, which allows the call; absent if the entity is shared without roles, or not at all. */
        readonly role?: string;
      })
  );

/**
 * A token with the scope sees the field, and a token without it does not. `field` is an index of the rules. `file`: a file of the tool
 * has no value of the field, which another tool shows.
 */
export type FieldCase = OfTool &
  Arguments & { readonly kind: "fields"; readonly field: number } & (
    | { readonly check: "with" }
    | {
        readonly check: "without";
        /** The name of a filter of the tool; the arguments have one of its values. */
        readonly filter?: string;
      }
    | {
        readonly check: "file";
        /** An index of the rules about files. */
        readonly rule: number;
        /** Filters that the file and the list with the field have in common, with the values of this file. */
        readonly filters: Readonly<Record<string, Json>>;
      }
  );
