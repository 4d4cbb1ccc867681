/** The cases about behaviour: one for each promise, which refers into the rules of `behaviour.ts`. */
import type { Arguments, Common, OfTool } from "./case.ts";
import type { Edit, Json } from "./edits.ts";

type TestableCase =
  | ModeCase
  | LimitCase
  | StateCase
  | EndedCase
  | EffectCase
  | AccessCase
  | IsolationCase
  | FieldCase
  | ReplayCase
  | PageCase
  | ResultCase
  | ScenarioCase;

export type BehaviourCase = TestableCase | UntestableCase;
export type BehaviourKind = TestableCase["kind"];

/** A promise of which the spec says too little for a check. It is never verified; `untestable` says what is missing. */
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

/** One property of a limit. `limit` names its rule. */
export type LimitCase = Common & {
  readonly kind: "limits";
  readonly limit: string;
  readonly tool?: string;
  readonly code?: string;
  readonly check: /** Of a rate: one call too many is refused; another token is not; the next window opens. */
    | "over"
    | "other-token"
    | "next-window"
    /** Of a count: no result has more; a result can have as many. */
    | "never-more"
    | "at-limit"
    /** Of a duration: it has not ended just before the end, and has just after it. */
    | "before"
    | "after"
    /** Of a quota, for a tool that draws from it (`tool`): a call draws one; a call of another sort draws nothing; neither does a refusal, nor a failure that returns what was drawn (`code`); the end refuses; what was drawn counts until the period ends. */
    | "draws"
    | "draws-nothing"
    | "refusal-draws-nothing"
    | "returned"
    | "end"
    | "next-period";
};

/** What the state machine says of a new entity, or of one transition in one state. */
export type StateCase = Common & {
  readonly kind: "states";
  readonly machine: string;
  readonly tool: string;
} & (
    | { readonly check: "initial" }
    /** Transitions lead from each state seen to the next one seen of the same instance. */
    | { readonly check: "path" }
    /** The server leads on from the state as the table allows, until a state that lasts. */
    | { readonly check: "led"; readonly state: string }
    /**
     * `repeated`: the call has made the transition before. `in-time`: the server makes it at the end of a duration. `at-once`: of
     * equal calls only one makes it.
     */
    | {
        readonly check: "allowed" | "at-once" | "refused" | "repeated" | "in-time";
        readonly state: string;
        readonly transition: string;
      }
  );

/** What the tool has ended is gone, or shows that it has ended. */
export type EndedCase = OfTool & {
  readonly kind: "states";
  readonly check: "ended";
  readonly entity: string;
};

/** A writing tool, called with each of these bases, leaves what it does not name as it was. */
export type EffectCase = OfTool & {
  readonly kind: "effects";
  readonly entity: string;
  readonly bases: readonly string[];
} & (
    | { readonly check: "others-stay" }
    /** Calls that the state machine does not know leave the entity in each of these states. */
    | { readonly check: "state-stays"; readonly machine: string; readonly states: readonly string[] }
  );

/** What one account holds is of no use to another one, and takes nothing from it. */
export type IsolationCase = OfTool & { readonly kind: "isolation" } & (
    | (Arguments & { readonly check: "key" })
    | { readonly check: "cursor" }
    /** `limit`: a duration of a signed address, or one whose `ends` names the call that accepts a value of the other account. */
    | { readonly check: "value"; readonly limit: string }
    /** `limit`: a quota, from which a call of another account, or one that repeats another with its key, draws nothing. */
    | { readonly check: "quota"; readonly limit: string }
    | { readonly check: "replay-draws-nothing"; readonly limit: string }
  );

/** An account without access gets nothing of a private entity: by an argument with its id, or in a list. */
export type AccessCase = OfTool & { readonly kind: "access"; readonly entity: string } & (
    | (Arguments & {
        readonly check: "other-account" | "unknown-id";
        /** Pointer to the argument with the id. */
        readonly argument: string;
        /** For `unknown-id`: an id that fits the schema and names nothing. */
        readonly unknown?: Json;
      })
    | (Arguments & {
        readonly check: "list";
        /** Pattern of the ids in the result. */
        readonly path: string;
      })
  );

/** A field is there for a token with its scope, and nowhere for one without. `field` is an index of the rules. */
export type FieldCase = OfTool &
  Arguments & { readonly kind: "fields"; readonly field: number; readonly check: "with" | "without" };

/** A call repeated with its key. */
export type ReplayCase = OfTool &
  Arguments & { readonly kind: "replay" } & (
    | { readonly check: "same" | "at-once" }
    | {
        readonly check: "other-arguments";
        /** Edits that make other valid arguments of those of the base. */
        readonly other: readonly Edit[];
      }
  );

export type PageCase = OfTool & { readonly kind: "pages" } & (
    | { readonly check: "every-item-once" | "stable-order" | "total" | "limit" | "forged-cursor" }
    | {
        readonly check: "filter";
        /** A name in the rule. */
        readonly filter: string;
      }
  );

/** What holds in a result beyond its schema. */
export type ResultCase = OfTool & {
  readonly kind: "results";
} /** The files of these bases. `rule`: an index of the rules of the tool. */ & (
    | { readonly check: "file"; readonly rule: number; readonly bases: readonly string[] }
    | {
        readonly check: "sums" | "repeats";
        /** Index of the rules of the tool. Each is checked in every success of the run, and there is at least this call. */
        readonly rule: number;
        readonly base?: string;
      }
    | (Arguments & {
        readonly check: "example";
        /** Values that the result has, whatever ids and times it has. */
        readonly expected: readonly { readonly path: string; readonly value: Json }[];
      })
  );

export type ScenarioCase = Common & {
  readonly kind: "scenarios";
  readonly workflow: string;
  readonly step: string;
  readonly tool?: string;
};
