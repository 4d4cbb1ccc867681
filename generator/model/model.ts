/** The model of a spec, which rules and emitters read. */
import type { LiveValue } from "@toolwright/conformance/cases";
import type { SchemaRoot } from "@toolwright/json-schema";
import type { AuthRules, ServerIdentity } from "@toolwright/runtime";
import type { SpecLocation } from "../diagnostics/diagnostic.ts";
import type { AccountState } from "./account-state.ts";
import type { Entity } from "./behaviour.ts";
import type { LayoutSource } from "./layout.ts";
import type { Hints, Prompt, Resource, Tool } from "./operation.ts";
import type { Scenario } from "./scenario.ts";
import type { DurationEnd, QuotaView } from "./shown-limit.ts";
import type { StateMachine } from "./states.ts";

/**
 * A resolved spec: readonly data without methods. Limits are numbers, references are absolute (`spec:///types/x.yaml`), names
 * in code are decided. Unresolved parts stay unchanged; the rules report them.
 */
export interface Model {
  /** Who the server is. */
  readonly server: ServerModel;
  /** The transport, and the path of the endpoint. */
  readonly endpoint: { readonly transport: "streamable-http" | "stdio"; readonly path: string };
  /** Whether the server answers a server card. */
  readonly hasServerCard: boolean;
  /** Whether the spec says so in words, so that each deployment must answer one. */
  readonly namesServerCard: boolean;
  /** How callers say who they are. */
  readonly auth: AuthModel;
  /** The scopes. */
  readonly scopes: readonly Scope[];
  /** The sets of annotations. */
  readonly modes: readonly Mode[];
  /** The limits. */
  readonly limits: readonly Limit[];
  /** The codes of refusals. */
  readonly failures: readonly Failure[];
  /** The lines of texts that have a name, so that tools share them. */
  readonly layouts: readonly (LayoutSource & { readonly name: string })[];
  /** States of a whole account. */
  readonly accountStates: readonly AccountState[];
  /** What tools make, show and end. */
  readonly entities: readonly Entity[];
  /** The state machines. */
  readonly states: readonly StateMachine[];
  /** The files of `types/`. */
  readonly types: readonly NamedType[];
  /** The stories. */
  readonly scenarios: readonly Scenario[];
  /** The tools in the order of `tools/list`; unlisted files come last. */
  readonly tools: readonly Tool[];
  /** The names that `service.yaml` lists, as written. */
  readonly toolOrder: readonly string[];
  /** The resources in the order of their lists; unlisted files come last. */
  readonly resources: readonly Resource[];
  /** The names of the resources, in the order of `service.yaml`. */
  readonly resourceOrder: readonly string[];
  /** The names of the files with contents of resources. */
  readonly contentFiles: readonly string[];
  /** The prompts. */
  readonly prompts: readonly Prompt[];
  /** The names of the prompts, in the order of `service.yaml`. */
  readonly promptOrder: readonly string[];
  /** The skills that are made of workflows. */
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
  /** Its name. */
  readonly name: string;
  /** On one line. */
  readonly description: string;
  /** Ids of workflows. */
  readonly workflows: readonly string[];
  /** Its location in the spec. */
  readonly at: SpecLocation;
}

/** A broken rule that a spec accepts with a reason (`accept`). */
export interface AcceptedViolation {
  /** The code of the rule. */
  readonly code: string;
  /** Why it is accepted, in the words of the spec. */
  readonly reason: string;
  /** Its location in the spec. */
  readonly at: SpecLocation;
}

/** Who the server is, for clients. */
export interface ServerModel {
  /** Its name. */
  readonly name: string;
  /** Its version. */
  readonly version: string;
  /** Its name for people. */
  readonly title?: string;
  /** What it does. */
  readonly description?: string;
  /** Its website. */
  readonly websiteUrl?: string;
  /** Its icons, as they are sent. */
  readonly icons?: readonly unknown[];
  /** What models are told of the server as a whole. */
  readonly instructions?: string;
  /** The changes that clients can listen for. */
  readonly notifications?: NonNullable<ServerIdentity["notifications"]>;
  /** What the names of its tools begin with. */
  readonly toolPrefix?: string;
  /** The versions of MCP that it serves. */
  readonly protocolVersions: readonly string[];
  /** Whether the spec names the versions, instead of leaving them to the default. */
  readonly namesVersions: boolean;
}

/** The fields of an entry in the MCP Registry that `server` does not have; see `language/registry.json`. */
export interface RegistryModel {
  /** Its name in the registry, such as `org.example/notes`. */
  readonly name: string;
  /** What the server does, as the registry shows it. */
  readonly description?: string;
  /** Where its sources are. */
  readonly repository?: Readonly<Record<string, string>>;
  /** Packages that start the server, as they are published. */
  readonly packages?: readonly Readonly<Record<string, unknown>>[];
  /** Where it is served. */
  readonly remotes?: readonly RemoteModel[];
}

/** An address of the server in the registry. */
export interface RemoteModel {
  /** The transport, such as `streamable-http`. */
  readonly type?: string;
  /** The URL, or a template of one. */
  readonly url: string;
  /** Headers that clients send, as they are published. */
  readonly headers?: readonly Readonly<Record<string, unknown>>[];
  /** What stands in the template, as it is published. */
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** How callers say who they are, and how it is told to clients. */
export interface AuthModel extends AuthRules {
  /** Whether the manifest has the scopes of a tool in its `_meta`. */
  readonly describe: "meta" | "none";
}

/** A permission of a token. */
export interface Scope {
  /** Its name, such as `books:read`. */
  readonly name: string;
  /** What it allows, as a sentence. */
  readonly description: string;
  /** Its location in the spec. */
  readonly at: SpecLocation;
}

/** A set of MCP annotations that tools share. */
export interface Mode {
  /** Its name. */
  readonly name: string;
  /** The annotations. */
  readonly hints: Hints;
  /** Its location in the spec. */
  readonly at: SpecLocation;
}

/** A limit that a spec names. */
export interface Limit {
  /** Its name. */
  readonly name: string;
  /** Its kind: `range`, `count`, `rate`, `duration` or `quota`. */
  readonly kind: string;
  /** What is limited, as a sentence. */
  readonly description?: string;
  /** `min`, `max`, `seconds`: the keys that `$limit` can name. */
  readonly numbers: Readonly<Record<string, number>>;
  /** `window`, `per`, `period`; `max` if it is the place of a number. */
  readonly settings: Readonly<Record<string, string>>;
  /** The tools that it holds for; resources are `resource:NAME`. */
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
  /** Arguments that name the place in which is counted. */
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
  /** Its location in the spec. */
  readonly at: SpecLocation;
}

/** A place of a schema or a text that uses the number of a limit. */
export interface LimitUse {
  /** The name of the limit. */
  readonly limit: string;
  /** The number, such as `max`. */
  readonly key: string;
  /** Its location in the spec. */
  readonly at: SpecLocation;
}

/** A code with which tools refuse calls. */
export interface Failure {
  /** The code, such as `not_found`. */
  readonly code: string;
  /** When a tool refuses with it, as a sentence. */
  readonly when: string;
  /** Whether the same call can succeed later without a change. */
  readonly retryable: boolean;
  /** A regular expression for the texts of refusals without a code. */
  readonly says?: string;
  /** Its location in the spec. */
  readonly at: SpecLocation;
}

/** A file of `types/`. */
export interface NamedType {
  /** `form_id`: the file's name. */
  readonly name: string;
  /** The name of its TypeScript type. */
  readonly typeName: string;
  /** Its schema. */
  readonly root: SchemaRoot;
}
