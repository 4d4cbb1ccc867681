/** The scenarios of a spec: a sequence of calls, and the criteria after each. */
import type { Input, Pointer } from "./call-rules.ts";
import type { Common } from "./case.ts";
import type { LiveValue } from "./live-values.ts";

/** One workflow, with what its calls need. */
export interface WorkflowRule {
  /** The place in the spec. */
  readonly at: string;
  /** What it shows, in words. */
  readonly summary?: string;
  /** Values of the inputs that fit their schema. */
  readonly inputs: Input;
  /** The steps, in order. */
  readonly steps: readonly StepRule[];
}

/** A call of a workflow, or of a hook of the target, and what has to hold after it. */
export interface StepRule {
  /** The name of the step in its workflow. */
  readonly id: string;
  /** The place in the spec. */
  readonly at: string;
  /** What the step does, in words. */
  readonly description?: string;
  /** Exactly one of `tool` and `hook`. */
  readonly tool?: string;
  /** A hook of the target, with the payload as its input. */
  readonly hook?: string;
  /** The arguments. A text that is an expression is replaced by its value; `expressions` lists the places of all expressions. */
  readonly payload: Input;
  /** The places of the payload that have an expression, and the expressions. */
  readonly expressions: readonly { readonly path: Pointer; readonly value: Expression }[];
  /** The values of the payload that are decided when the step is performed. */
  readonly live?: readonly LiveValue[];
  /** The account that calls; if absent, the main account. */
  readonly account?: string;
  /** The scopes of the token; if absent, all. */
  readonly scopes?: readonly string[];
  /** The code with which the call is refused; if absent, it must succeed. */
  readonly failure?: string;
  /** The number of equal calls that are sent at once: one succeeds, and the others are refused with `failure`. */
  readonly atOnce?: number;
  /** Calls that have the same result before and after the step. */
  readonly unchanged?: readonly ReadingRule[];
  /** The seconds in which the criteria come to hold; until then the call is repeated. */
  readonly within?: number;
  /** What has to hold after the step. */
  readonly criteria: readonly CriterionRule[];
  /** Name -> the value that later steps use. */
  readonly outputs: Readonly<Record<string, Expression>>;
}

/** A call of a tool that only reads. */
export interface ReadingRule extends Pick<StepRule, "payload" | "expressions"> {
  /** The tool. */
  readonly tool: string;
}

/** A condition after a step. `text` is its text in the spec. */
export type CriterionRule = { readonly at: string; readonly text: string } & (
  | { readonly type: "simple"; readonly condition: Condition }
  | { readonly type: "regex"; readonly context: Expression; readonly pattern: string }
  | { readonly type: "jsonpath"; readonly context: Expression; readonly path: string }
);

/** A runtime expression of a scenario. In a condition, `*` in a pointer is each item of a list; all `*` of one list are the same item. */
export type Expression =
  | { readonly from: "inputs"; readonly name: string }
  | { readonly from: "steps"; readonly step: string; readonly output: string }
  | {
      readonly from: "result";
      /** `file`: the content at the address in this place of `structuredContent`, as text. */
      readonly member: "structuredContent" | "file" | "content" | "isError" | "_meta";
      readonly pointer: Pointer;
    }
  /** A part of an item, in a condition of the key `lists`. */
  | { readonly from: "item"; readonly pointer: Pointer }
  /** A part of what the step sent. */
  | { readonly from: "request"; readonly pointer: Pointer }
  /** The time of the target this many seconds from now. */
  | { readonly from: "now"; readonly seconds: number };

/** A condition of a scenario. */
export type Condition =
  | { readonly kind: "both" | "either"; readonly left: Condition; readonly right: Condition }
  | { readonly kind: "not"; readonly of: Condition }
  | {
      readonly kind: "compare";
      readonly operator: "==" | "!=" | "<=" | ">=" | "<" | ">";
      readonly left: Operand;
      readonly right: Operand;
    }
  | { readonly kind: "holds"; readonly operand: Operand };

/** Two operands that are compared. */
export type Comparison = Extract<Condition, { readonly kind: "compare" }>;

/** One side of a comparison. */
export type Operand =
  | { readonly kind: "literal"; readonly value: string | number | boolean | null }
  | { readonly kind: "expression"; readonly expression: Expression }
  | Calculation;

/** A number that is made of others. Texts of decimal numbers count as numbers in it, and beside it in a comparison. */
export type Calculation =
  | {
      readonly kind: "arithmetic";
      readonly operator: "+" | "-" | "*" | "/";
      readonly left: Operand;
      readonly right: Operand;
    }
  /** A time or a day as the seconds since 1970. */
  | { readonly kind: "seconds"; readonly of: Operand }
  /** A number with at most so many digits after the point; `round` rounds halves away from zero. */
  | {
      readonly kind: "rounded";
      readonly how: "round" | "floor" | "ceil";
      readonly of: Operand;
      readonly digits: number;
    }
  /** A number that is made of the values of an operand for each item of a list, which its pointers name with `*`. */
  | {
      readonly kind: "aggregate";
      readonly how: "sum" | "count" | "mean" | "min" | "max";
      readonly of: Operand;
    };

/** A step of a workflow. */
export type ScenarioCase = Common & {
  readonly kind: "scenarios";
  readonly workflow: string;
  readonly step: string;
  readonly tool?: string;
};
