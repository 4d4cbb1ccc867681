/** The part of the model that holds scenarios. */
import type { LiveValue } from "@toolwright/conformance/cases";
import type { SchemaRoot } from "@toolwright/json-schema";
import type { SpecLocation } from "../diagnostics/diagnostic.ts";

/** One file of stories across tools. */
export interface Scenario {
  /** The file's name. */
  readonly name: string;
  /** Its workflows, in order. */
  readonly workflows: readonly Workflow[];
}

/** A story across tools, in the words of Arazzo. */
export interface Workflow {
  /** Its id, unique in the spec. */
  readonly id: string;
  /** What it shows, in one sentence. */
  readonly summary?: string;
  /** What it shows. */
  readonly description?: string;
  /** JSON Schema of the inputs of the workflow. */
  readonly inputs?: SchemaRoot;
  /** Its steps, in order. */
  readonly steps: readonly Step[];
  /** Name -> expression, as written. */
  readonly outputs: Readonly<Record<string, string>>;
  /** Its location in the spec. */
  readonly at: SpecLocation;
}

/** A step of a workflow. */
export interface Step {
  /** Its id, unique in the workflow. */
  readonly id: string;
  /** What it is for, as a sentence. */
  readonly description?: string;
  /** Exactly one of the two is there, else a rule reports it. */
  readonly tool?: string;
  /** The hook of the target that it runs, in place of a tool. */
  readonly hook?: string;
  /** The account that calls; absent: the main one. */
  readonly account?: string;
  /** The scopes of the token; absent: all. */
  readonly scopes?: readonly string[];
  /** The code with which the call is refused. */
  readonly failure?: string;
  /** How many equal calls are sent at once: one succeeds, and the others are refused with the code. */
  readonly atOnce?: number;
  /** Arguments; texts in them may be expressions. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** The values of the payload that are decided when the step is performed. */
  readonly live: readonly LiveValue[];
  /** Conditions that hold after the call, as written. Empty: the call succeeds. */
  readonly successCriteria: readonly Criterion[];
  /** Calls that have the same result before and after the step. */
  readonly unchanged: readonly Reading[];
  /** The seconds in which the criteria come to hold. Not a number where the limit is unknown. */
  readonly within?: unknown;
  /** Name -> the expression of a value that later steps use. */
  readonly outputs: Readonly<Record<string, string>>;
  /** Its location in the spec. */
  readonly at: SpecLocation;
}

/** A call of a tool that only reads. Texts in its arguments may be expressions. */
export interface Reading {
  /** The tool that is called. */
  readonly tool: string;
  /** Its arguments. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** Its location in the spec. */
  readonly at: SpecLocation;
}

/** A condition of Arazzo that the result of a step meets. */
export interface Criterion {
  /** The condition, as the suite reads it. */
  readonly condition: string;
  /** The condition in the spec, before limits are put in. */
  readonly conditionInSpec: string;
  /** The value that a regular expression or a JSON Path is about, as an expression. */
  readonly context?: string;
  /** The language of the condition. */
  readonly type: "simple" | "regex" | "jsonpath";
}

/** Lists the steps of all workflows, in the order of the spec. */
export function listSteps(scenarios: readonly Scenario[]): Step[] {
  return scenarios.flatMap(({ workflows }) => workflows).flatMap(({ steps }) => steps);
}
