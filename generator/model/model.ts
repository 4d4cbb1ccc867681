/** The model of a spec, which rules and emitters read. */
import type { LiveValue } from "@toolwright/conformance/cases";
import type { SchemaObject, SchemaRoot } from "@toolwright/json-schema";
import type { AuthRules, Resource as ServedResource, ServerIdentity } from "@toolwright/runtime";
import type { SpecLocation } from "../diagnostics/diagnostic.ts";
import type { AccountState } from "./account-state.ts";
import type { Entity, StateMachine, ToolBehaviour } from "./behaviour.ts";
import type { LayoutSource } from "./layout.ts";
import type { Scenario } from "./scenario.ts";
import type { DurationEnd, QuotaView } from "./shown-limit.ts";

/**
 * A resolved spec: readonly data without methods. Limits are numbers, references are absolute (`spec:///types/x.yaml`), names
 * in code are decided. Unresolved parts stay unchanged; the rules report them.
 */
export interface Model {
  readonly server: ServerModel;
  readonly endpoint: { readonly transport: "streamable-http" | "stdio"; readonly path: string };
  /** Whether the server answers a server card. */
  readonly hasServerCard: boolean;
  /** Whether the spec says so in words, so that each deployment must answer one. */
  readonly namesServerCard: boolean;
  readonly auth: AuthModel;
  readonly scopes: readonly Scope[];
  readonly modes: readonly Mode[];
  readonly limits: readonly Limit[];
  readonly failures: readonly Failure[];
  readonly layouts: readonly (LayoutSource & { readonly name: string })[];
  readonly accountStates: readonly AccountState[];
  readonly entities: readonly Entity[];
  readonly states: readonly StateMachine[];
  readonly types: readonly NamedType[];
  readonly scenarios: readonly Scenario[];
  /** The tools in the order of `tools/list`; unlisted files come last. */
  readonly tools: readonly Tool[];
  /** The names that `service.yaml` lists, as written. */
  readonly toolOrder: readonly string[];
  /** The resources in the order of their lists; unlisted files come last. */
  readonly resources: readonly Resource[];
  readonly resourceOrder: readonly string[];
  /** The names of the files with contents of resources. */
  readonly contentFiles: readonly string[];
  readonly prompts: readonly Prompt[];
  readonly promptOrder: readonly string[];
  readonly skills: readonly Skill[];
  /** The values of arguments in declarations of `service.yaml` that are decided when a call is made. */
  readonly live: readonly { readonly tool: string; readonly values: readonly LiveValue[] }[];
  /** Every `NAME.KEY` of a limit that a schema or a text refers to. */
  readonly limitUses: readonly LimitUse[];
  /** The server's entry in the MCP Registry, if it has one. */
  readonly registry?: RegistryModel;
  /** Rules that the spec breaks on purpose, each with its reason. */
  readonly accepted: readonly AcceptedViolation[];
}

/** Instructions for agents about some workflows, as files (Agent Skills). */
export interface Skill {
  readonly name: string;
  /** On one line. */
  readonly description: string;
  /** Ids of workflows. */
  readonly workflows: readonly string[];
  readonly at: SpecLocation;
}

export interface AcceptedViolation {
  readonly code: string;
  readonly reason: string;
  readonly at: SpecLocation;
}

export interface ServerModel {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly description?: string;
  readonly websiteUrl?: string;
  readonly icons?: readonly unknown[];
  readonly instructions?: string;
  readonly notifications?: NonNullable<ServerIdentity["notifications"]>;
  readonly toolPrefix?: string;
  readonly protocolVersions: readonly string[];
  /** Whether the spec names the versions, instead of leaving them to the default. */
  readonly namesVersions: boolean;
}

/** The fields of an entry in the MCP Registry that `server` does not have; see `language/registry.json`. */
export interface RegistryModel {
  readonly name: string;
  readonly description?: string;
  readonly repository?: Readonly<Record<string, string>>;
  readonly packages?: readonly Readonly<Record<string, unknown>>[];
  readonly remotes?: readonly RemoteModel[];
}

export interface RemoteModel {
  readonly type?: string;
  readonly url: string;
  readonly headers?: readonly Readonly<Record<string, unknown>>[];
  readonly variables?: Readonly<Record<string, unknown>>;
}

export interface AuthModel extends AuthRules {
  readonly describe: "meta" | "none";
}

export interface Scope {
  readonly name: string;
  readonly description: string;
  readonly at: SpecLocation;
}

/** `readOnlyHint`, `destructiveHint`, `idempotentHint`, `openWorldHint`: any subset; `title` and others on a tool. */
export type Hints = Readonly<Record<string, unknown>>;

export interface Mode {
  readonly name: string;
  readonly hints: Hints;
  readonly at: SpecLocation;
}

export interface Limit {
  readonly name: string;
  readonly kind: string;
  readonly description?: string;
  /** `min`, `max`, `seconds`: the keys that `$limit` can name. */
  readonly numbers: Readonly<Record<string, number>>;
  /** `window`, `per`, `period`; `max` if it is the place of a number. */
  readonly settings: Readonly<Record<string, string>>;
  readonly appliesTo: "all" | readonly string[];
  /** For a count or duration: the limited value in the output of the tools. */
  readonly field?: string;
  /** For a duration: the call that shows whether it has ended. */
  readonly ends?: DurationEnd;
  /** For a duration: the time of its end, in the same output. */
  readonly endsAt?: string;
  /** For a duration: the place of a time of an entity, before which it ends. */
  readonly before?: string;
  /** For a quota: the output that shows it. */
  readonly shownBy?: QuotaView;
  /** For a count: the entity that is counted, in each place that the arguments `within` name, or for each account; undefined: calls are counted. */
  readonly of?: string;
  readonly within?: readonly string[];
  /** For a count: the argument whose amounts are added up in each place, or a calculation with one; undefined: each counts as one. */
  readonly sum?: string;
  /** For a count: the states in which an entity counts; undefined: until it is ended. */
  readonly while?: readonly string[];
  /** The failure code of calls beyond a quota or a count, or of calls that come too late for a duration with `before`. */
  readonly refused?: string;
  /** For a count: the failure code of the refusals that it counts in each period. */
  readonly refusals?: string;
  /** For a count or duration: the workflow that reaches it. */
  readonly scenario?: string;
  readonly at: SpecLocation;
}

export interface LimitUse {
  readonly limit: string;
  readonly key: string;
  readonly at: SpecLocation;
}

export interface Failure {
  readonly code: string;
  readonly when: string;
  readonly retryable: boolean;
  /** A regular expression for the texts of refusals without a code. */
  readonly says?: string;
  readonly at: SpecLocation;
}

export interface NamedType {
  /** `form_id`: the file's name. */
  readonly name: string;
  readonly typeName: string;
  readonly root: SchemaRoot;
}

/** The common part of tools, resources and prompts. */
export interface Operation {
  /** For a tool or a prompt, the name in the protocol. */
  readonly name: string;
  /** Key in the interface of handlers. */
  readonly method: string;
  /** Name of the file with its validators. */
  readonly module: string;
  /** Start of its types' names: `GetForm` for `GetFormInput` and `GetFormOutput`. */
  readonly typeName: string;
  readonly file: string;
  readonly scopes: readonly string[];
  readonly title?: string;
  readonly description?: string;
  /** For a resource, the parameters of its URI; for a prompt, its arguments. */
  readonly input: SchemaRoot;
  readonly output?: SchemaRoot;
  /** Empty for resources and prompts. */
  readonly exactlyOne: readonly string[];
  /** Every declared code that it may refuse with: those of its file, then those of account states. */
  readonly failures: readonly string[];
  /** The codes that its file lists. */
  readonly ownFailures: readonly string[];
  /** Account state -> the code with which it refuses an account in that state. */
  readonly refusedIn: Readonly<Record<string, string>>;
  readonly icons?: readonly unknown[];
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** A resource of MCP, or a template of resources. */
export interface Resource extends Operation {
  /** `uri` as it is written, or `uriTemplate`. */
  readonly uri: string;
  readonly isTemplate: boolean;
  /** Whether the spec has `uri` and `uriTemplate`, which is a mistake. */
  readonly hasTwoAddresses: boolean;
  readonly mimeType?: string;
  readonly size?: number;
  readonly annotations?: Hints;
  /** `_meta.ui` of a page that hosts of MCP Apps show. */
  readonly ui?: Readonly<Record<string, unknown>>;
  /** Its content, where it needs no handler: a text, or bytes in Base64. */
  readonly content?: { readonly text: string } | { readonly blob: string };
  /** The name of the file that holds the content. */
  readonly contentFile?: string;
  /** Set for the SKILL.md of a skill. */
  readonly skill?: ServedResource["skill"];
  readonly parameters: readonly Parameter[];
}

/** A variable of a URI template, or an argument of a prompt. `input` has the same as properties. */
export interface Parameter {
  readonly name: string;
  readonly schema: SchemaObject;
  /** Set for arguments, if the spec declares it. */
  readonly required?: boolean;
  /** Whether a handler suggests values. */
  readonly isCompleted: boolean;
}

export interface Prompt extends Operation {
  /** Left out where a handler makes them. */
  readonly messages?: readonly PromptMessage[];
  /** Its arguments. */
  readonly parameters: readonly Parameter[];
  /** Whether its entry has a list of arguments, which may be empty. */
  readonly hasArguments: boolean;
}

/** A message whose text has `{{name}}` for an argument, or another block of content, passed through. */
export interface PromptMessage {
  readonly role: "user" | "assistant";
  readonly text?: string;
  readonly content?: Readonly<Record<string, unknown>>;
}

export interface Tool extends Operation {
  readonly mode: string;
  /**
   * How the text of results shows the output: `text` as JSON, else by a layout. The manifest has no output schema then. Left out:
   * `structuredContent`.
   */
  readonly outputAs?: "text" | LayoutSource;
  /** Left out where neither the tool nor its mode has any. */
  readonly annotations?: Hints;
  readonly ui?: ToolUi;
  readonly execution?: Readonly<Record<string, unknown>>;
  /** Further keys of its manifest entry. */
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly behaviour: ToolBehaviour;
  readonly examples: readonly Example[];
}

/** A tool's settings for MCP Apps. */
export interface ToolUi {
  /** The name of the resource that is its page. */
  readonly resource?: string;
  readonly visibility?: readonly ("model" | "app")[];
}

export interface Example {
  readonly name: string;
  readonly description?: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** A text where the output of a tool with `output_as` is a sentence. */
  readonly output?: Readonly<Record<string, unknown>> | string;
  readonly content?: readonly unknown[];
  readonly failure?: string;
  /** The values of the input, and of the output, that are decided when a call is made. A sample stands for each. */
  readonly live: readonly LiveValue[];
  readonly liveOutput: readonly LiveValue[];
  readonly at: SpecLocation;
}
