/** The published interface of a server: one of the two sides that are compared. */
import type { SchemaObject } from "@toolwright/json-schema";

/** One entry of `tools/list`, including keys that MCP does not define. */
export interface PublishedTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: SchemaObject;
  readonly outputSchema?: SchemaObject;
  readonly annotations?: SchemaObject;
  readonly icons?: readonly unknown[];
  readonly execution?: SchemaObject;
  readonly _meta?: SchemaObject;
  readonly [key: string]: unknown;
}

/** A tool of a manifest that cannot be read, and why. */
export interface UnreadableTool {
  /** Its name, or its place in the list. */
  readonly name: string;
  readonly problem: string;
}

/** An interface: its tools, and declarations that only a spec has. */
export interface Published {
  /** Left out where the source does not say. */
  readonly server?: { readonly name: string; readonly version: string };
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
  readonly endpoint: { readonly transport: string; readonly path: string };
  readonly protocolVersions: readonly string[];
  /** The changes that clients are notified of (`server.notifications`); absent if there are none. */
  readonly notifications?: readonly string[];
  /** Whether it answers a server card; left out by releases that were frozen before there were any. */
  readonly serverCard?: boolean;
  readonly auth: DeclaredAuth;
  readonly scopes: Readonly<Record<string, string>>;
  readonly limits: Readonly<Record<string, DeclaredLimit>>;
  readonly failures: Readonly<Record<string, { readonly when: string; readonly retryable: boolean }>>;
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
  readonly visibility: "all" | "by-scope";
}

export type AuthScheme = "bearer" | "oauth";

export interface DeclaredLimit {
  /** `range`, `count`, `duration`, `rate` or `quota`. */
  readonly kind: string;
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

export interface DeclaredStates {
  readonly initial: string;
  readonly refused?: string;
  readonly transitions: Readonly<
    Record<string, { readonly from: readonly string[]; readonly to: string; readonly by: unknown }>
  >;
}

export interface DeclaredTool {
  readonly mode: string;
  readonly scopes: readonly string[];
  readonly failures: readonly string[];
  readonly exactlyOne: readonly string[];
  /** Place in the source of the output schema -> scope. */
  readonly fields: Readonly<Record<string, string>>;
}
