/** The published interface of a server: one of the two sides that are compared. */
import type { SchemaObject } from "@toolwright/json-schema";

/** One entry of `tools/list`, including keys that MCP does not define. */
export interface PublishedTool {
  /** Its name, unique in the list. */
  readonly name: string;
  /** Its name for people. */
  readonly title?: string;
  /** What models read of it. */
  readonly description?: string;
  /** JSON Schema of its arguments. */
  readonly inputSchema: SchemaObject;
  /** JSON Schema of its structured content. */
  readonly outputSchema?: SchemaObject;
  /** Hints of MCP, such as `readOnlyHint`. */
  readonly annotations?: SchemaObject;
  /** Its icons, as they are. */
  readonly icons?: readonly unknown[];
  /** How it runs, such as whether as a task. */
  readonly execution?: SchemaObject;
  /** Its `_meta`, as it is. */
  readonly _meta?: SchemaObject;
  /** Other members of the entry, as they are. */
  readonly [key: string]: unknown;
}

/** A tool of a manifest that cannot be read, and why. */
export interface UnreadableTool {
  /** Its name, or its place in the list. */
  readonly name: string;
  /** Why it cannot be read, as a sentence. */
  readonly problem: string;
}

/** An interface: its tools, and declarations that only a spec has. */
export interface Published {
  /** Left out where the source does not say. */
  readonly server?: { readonly name: string; readonly version: string };
  /** The tools that can be read, in the order of the list. */
  readonly tools: readonly PublishedTool[];
  /** Tools that were left out of `tools`. */
  readonly unreadable?: readonly UnreadableTool[];
  /** Resources, templates and prompts: entries of their lists. Left out for a manifest or a release, which have none. */
  readonly listed?: readonly SchemaObject[];
  /** Left out for a manifest or a running server, which do not say it. */
  readonly declared?: Declared;
}

/** The declarations of a spec that its manifest does not contain, as JSON. */
export interface Declared {
  /** The transport, such as `streamable-http`, and the path of the endpoint. */
  readonly endpoint: { readonly transport: string; readonly path: string };
  /** The versions of MCP, such as `2025-11-25`. */
  readonly protocolVersions: readonly string[];
  /** The changes that clients are notified of (`server.notifications`); absent if there are none. */
  readonly notifications?: readonly string[];
  /** Whether it answers a server card; left out by releases that were frozen before there were any. */
  readonly serverCard?: boolean;
  /** How callers say who they are. */
  readonly auth: DeclaredAuth;
  /** Scope -> what it allows, as a sentence. */
  readonly scopes: Readonly<Record<string, string>>;
  /** Name -> the limit. */
  readonly limits: Readonly<Record<string, DeclaredLimit>>;
  /** Code -> when a tool refuses with it, and whether the same call can succeed later. */
  readonly failures: Readonly<Record<string, { readonly when: string; readonly retryable: boolean }>>;
  /** State machine -> its states. */
  readonly states: Readonly<Record<string, DeclaredStates>>;
  /** Tools by name, and `operations` by theirs. */
  readonly tools: Readonly<Record<string, DeclaredTool>>;
  /** How the interface behaves; left out by releases that were frozen before this was compared. */
  readonly described?: Described;
  /** Resources and prompts, as `resource URI` and `prompt NAME`; left out where there are none. */
  readonly operations?: readonly PublishedTool[];
}

/** How callers authenticate (`auth` in the spec). */
export interface DeclaredAuth {
  /** One scheme, or several from which each caller chooses one. */
  readonly scheme: "none" | AuthScheme | readonly AuthScheme[];
  /** Further auth schemes that a deployment can be configured to accept. */
  readonly offers?: readonly "oauth"[];
  /** How a missing scope is answered. */
  readonly denial: "tool-error" | "http-403";
  /** Whether lists have all tools, or those for which the token has the scopes. */
  readonly visibility: "all" | "by-scope";
}

/** How callers say who they are: by tokens of the server (`bearer`), or of an authorization server (`oauth`). */
export type AuthScheme = "bearer" | "oauth";

/** A limit of a spec, such as a rate or a largest number. */
export interface DeclaredLimit {
  /** `range`, `count`, `duration`, `rate` or `quota`. */
  readonly kind: string;
  /** What is limited, as a sentence. */
  readonly description?: string;
  /** `min`, `max`, `seconds`. */
  readonly numbers: Readonly<Record<string, number>>;
  /** `window`, `per`, `period`, `sum`; `max` if it is the place of a number. */
  readonly settings: Readonly<Record<string, string>>;
  /** Names of tools. */
  readonly appliesTo: "all" | readonly string[];
}

/** Maps a place to the spec's declaration there, as JSON: `tool find_book pages`, `entity loan`, `server title`. */
export type Described = Readonly<Record<string, unknown>>;

/** The states of things of one kind. */
export interface DeclaredStates {
  /** The state of a new thing. */
  readonly initial: string;
  /** The code for a transition from a state that does not allow it. */
  readonly refused?: string;
  /** Transition -> the states it leads from and to, and the call that makes it or `server`. */
  readonly transitions: Readonly<
    Record<string, { readonly from: readonly string[]; readonly to: string; readonly by: unknown }>
  >;
}

/** What a spec says of a tool beside its entry in the list. */
export interface DeclaredTool {
  /** The name of its set of annotations. */
  readonly mode: string;
  /** The scopes that a call needs, all of them. */
  readonly scopes: readonly string[];
  /** The codes that it refuses with. */
  readonly failures: readonly string[];
  /** Arguments of which a call has exactly one; empty: no such rule. */
  readonly exactlyOne: readonly string[];
  /** Place in the source of the output schema -> scope. */
  readonly fields: Readonly<Record<string, string>>;
}
