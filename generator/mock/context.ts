/**
 * The state shared by all parts of a mock: the model with normalised schemas, values that fit schemas, kinds of ids, and the
 * clock.
 */
import { type LocatedSchema, rootNode } from "@toolwright/json-schema";
import type { Node } from "@toolwright/json-schema/graph";
import type { Caller } from "@toolwright/runtime";
import { type BehaviourContext, behaviourContext } from "../cases/behaviour/context.ts";
import { caseContextFor } from "../cases/case-context.ts";
import type { Model } from "../model/model.ts";
import type { Operation, Tool } from "../model/operation.ts";
import type { Examples } from "./examples.ts";
import { randomFrom } from "./fresh-id.ts";
import { type IdKind, listIdKinds } from "./id-kinds.ts";
import { type Instance, Instances } from "./instances.ts";
import type { Data } from "./values.ts";

/** The caller of a tool, as far as a mock needs to know. */
export type MockCaller = Pick<Caller, "account" | "token">;

export interface MockCall {
  readonly tool: Tool;
  readonly input: Data;
  readonly caller: MockCaller;
  /** The examples of the tool. */
  readonly examples: Examples;
  /** The instances that arguments name. */
  readonly named: readonly Instance[];
}

export interface MockOptions {
  /** Ids and samples are the same for the same seed. */
  readonly seed: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Makes an address that has a file for this number of seconds; absent where the mock has no address itself. */
  readonly linkFor?: (seconds: number, fileName: string) => string | undefined;
  /** The codes with which tools refuse every call, by their names. */
  readonly failing: ReadonlyMap<string, string>;
}

/** The state shared by all parts of a mock. */
export interface MockContext extends MockOptions {
  readonly model: Model;
  readonly behaviour: BehaviourContext;
  readonly kinds: readonly IdKind[];
  readonly instances: Instances;
  /** Random numbers of the seed, at least 0 and below 1. */
  readonly random: () => number;
  /** Whether a value fits a schema. */
  fits(value: unknown, target: LocatedSchema): boolean;
  /** The output schema of a tool or resource that has one. */
  outputOf(operation: Operation): LocatedSchema;
  /** The schemas of a part of a tool's result. */
  resultSchemas(tool: Tool, pattern: string): readonly Node[];
}

export function mockContext(source: Model, options: MockOptions): MockContext {
  const { context, model } = caseContextFor(source);
  const behaviour = behaviourContext(model, context, new Map());
  return {
    ...options,
    model,
    behaviour,
    kinds: listIdKinds(behaviour),
    instances: new Instances(options.now, model.limits),
    random: randomFrom(options.seed),
    // The evaluator caches objects that fit, so it gets a copy of values that may change.
    fits: (value, target) => context.fits(structuredClone(value), target),
    outputOf: ({ output }) => rootNode(output!),
    resultSchemas: (tool, pattern) => behaviour.findSchemas(tool, "output", pattern),
  };
}
