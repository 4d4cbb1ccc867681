/** The scenarios of a spec: calls one after the other, and what must hold after each. */
import type { Input, Pointer } from "./call-rules.ts";

export interface WorkflowRule {
  readonly at: string;
  readonly summary?: string;
  /** Values of the inputs that fit their schema. */
  readonly inputs: Input;
  readonly steps: readonly StepRule[];
}

export interface StepRule {
  readonly id: string;
  readonly at: string;
  readonly description?: string;
  /** Exactly one of `tool` and `hook`. */
  readonly tool?: string;
  /** A hook of the target, with the payload as its input. */
  readonly hook?: string;
  /** Arguments. A text that is an expression stands for its value; `expressions` has the places of all. */
  readonly payload: Input;
  readonly expressions: readonly { readonly path: Pointer; readonly value: Expression }[];
  /** The account that calls; absent: the main one. */
  readonly account?: string;
  /** The scopes of the token; absent: all. */
  readonly scopes?: readonly string[];
  /** The code with which the call is refused; absent: it succeeds. */
  readonly failure?: string;
  /** How many equal calls are sent at once: one succeeds, and the others are refused with `failure`. */
  readonly atOnce?: number;
  readonly criteria: readonly CriterionRule[];
  readonly outputs: Readonly<Record<string, Expression>>;
}

/** What must hold after a step. `text` is how the spec says it. */
export type CriterionRule = { readonly at: string; readonly text: string } & (
  | { readonly type: "simple"; readonly condition: Condition }
  | { readonly type: "regex"; readonly context: Expression; readonly pattern: string }
  | { readonly type: "jsonpath"; readonly context: Expression; readonly path: string }
);

/** A runtime expression of a scenario. */
export type Expression =
  | { readonly from: "inputs"; readonly name: string }
  | { readonly from: "steps"; readonly step: string; readonly output: string }
  | {
      readonly from: "result";
      /** `file`: what is at the address in this place of `structuredContent`, as a text. */
      readonly member: "structuredContent" | "file" | "content" | "isError" | "_meta";
      readonly pointer: Pointer;
    };

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

export type Operand =
  | { readonly kind: "literal"; readonly value: string | number | boolean | null }
  | { readonly kind: "expression"; readonly expression: Expression };
