/** The part of the model that holds scenarios. */
import type { LiveValue } from "@toolwright/conformance/cases";
import type { SchemaRoot } from "@toolwright/json-schema";
import type { SpecLocation } from "../diagnostics/diagnostic.ts";

/** One file of stories across tools. */
export interface Scenario {
  /** The file's name. */
  readonly name: string;
  readonly workflows: readonly Workflow[];
}

export interface Workflow {
  readonly id: string;
  readonly summary?: string;
  readonly description?: string;
  /** JSON Schema of the inputs of the workflow. */
  readonly inputs?: SchemaRoot;
  readonly steps: readonly Step[];
  /** Name -> expression, as written. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly at: SpecLocation;
}

export interface Step {
  readonly id: string;
  readonly description?: string;
  /** Exactly one of the two is there, else a rule reports it. */
  readonly tool?: string;
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
  readonly outputs: Readonly<Record<string, string>>;
  readonly at: SpecLocation;
}

/** A call of a tool that only reads. Texts in its arguments may be expressions. */
export interface Reading {
  readonly tool: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly at: SpecLocation;
}

export interface Criterion {
  readonly condition: string;
  /** The condition in the spec, before limits are put in. */
  readonly conditionInSpec: string;
  readonly context?: string;
  readonly type: "simple" | "regex" | "jsonpath";
}

export function listSteps(scenarios: readonly Scenario[]): Step[] {
  return scenarios.flatMap(({ workflows }) => workflows).flatMap(({ steps }) => steps);
}
