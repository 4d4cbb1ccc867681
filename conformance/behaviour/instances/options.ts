/** Options of the instances of a run. */
import type { Caller } from "../../calls/caller.ts";
import type { LiveValues } from "../../calls/live-values.ts";
import type { Notes } from "../../calls/notes.ts";
import type { Behaviour } from "../../cases/behaviour.ts";
import type { Json, JsonObject } from "../../cases/edits.ts";
import type { Schemas } from "../../judge/schemas.ts";
import type { Target } from "../../target/target.ts";
import type { Calls } from "../calls/calls.ts";
import type { Shapes } from "../rules/workflow-calls.ts";
import type { EntityInstance } from "./entity-instance.ts";
import type { FillOptions } from "./fill.ts";
import type { ShownIds } from "./shown-ids.ts";

export interface MakeOptions {
  readonly account?: string | undefined;
  /** Arguments that replace those of the rule: all of them, if the others do not fit beside these. */
  readonly input?: JsonObject;
  /** Entity -> the instance that arguments of the making tool name, such as the parent. */
  readonly instances?: FillOptions["instances"];
  /** Entities for which this one is created: the arguments keep their ids of the example. */
  readonly within?: readonly string[];
  /** An instance whose state stays as it is. */
  readonly leave?: EntityInstance | undefined;
  /** How entities are made. */
  readonly shapes?: Shapes | undefined;
}

/** The objects that create instances. */
export interface InstancesOptions {
  readonly rules: Behaviour;
  readonly target: Target;
  readonly caller: Caller;
  readonly calls: Calls;
  readonly schemas: Schemas;
  readonly live: LiveValues;
  readonly shownIds: ShownIds;
  readonly notes: Notes;
  /** Tells whether a tool accepts an entity only with another parent than its own; `isKnown`: as far as that was tried out. */
  readonly apart: { find(tool: string): Promise<boolean>; isKnown(tool: string): boolean };
  /** Tells how the entities for calls of a tool are made, if in another way than by examples; `known`: as far as that was tried out. */
  readonly shapes: {
    find(tool: string): Promise<Shapes | undefined>;
    known(tool: string): Shapes | undefined;
  };
  /** Lists arguments that a tool accepts. */
  examplesOf(tool: string): readonly Json[];
  /** Makes the calls that have to come before a call of the tool. */
  prepare(
    tool: string,
    input: Json,
    options: {
      readonly account?: string | undefined;
      readonly leave?: EntityInstance | undefined;
      readonly tried?: EntityInstance | undefined;
      readonly strange?: readonly string[];
    },
  ): Promise<void>;
}

export interface MakeAllOptions extends Pick<MakeOptions, "account"> {
  /** The tool that is called about the entities. */
  readonly tool?: string;
  /** Entity -> the step of a workflow with whose arguments it is created; if absent, as is known of the tool. */
  readonly shapes?: Shapes | undefined;
  /** Entity -> arguments that it is made with, beside those of its example. */
  readonly inputs?: Readonly<Record<string, JsonObject>> | undefined;
}

/** Arguments of a call. */
export interface PreparedOptions extends FillOptions {
  /** Makes no calls that have to come before. */
  readonly unprepared?: boolean | undefined;
  /** An instance in whose state the call is tried: no requirement leads it to another one. */
  readonly tried?: EntityInstance | undefined;
  /** Calls have changed what the arguments name since it was made, so the present revision is sent. */
  readonly isChanged?: boolean;
}
