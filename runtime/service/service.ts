/**
 * The shapes of the data in a generated `tools.ts`: the emitter writes them, the runtime interprets them.
 */
import type { OutputAs } from "../layout/layout.ts";
import type { ResourceItem } from "./content.ts";
import type { HandlerTypes } from "./handlers-for.ts";

/** A whole service, as its spec declares it. `Types` contains the types of its handlers. */
export interface Service<Types extends HandlerTypes = HandlerTypes> {
  /** Never set. It connects the service with the types of its handlers, so that the compiler rejects others. */
  readonly types?: Types;
  /** The name, the version and the texts of the server. */
  readonly server: ServerIdentity;
  /** Path of the streamable HTTP endpoint, such as `/api/mcp`. */
  readonly path: string;
  /** How callers authenticate, and what those without a scope see and get. */
  readonly auth: AuthRules;
  /** The limit of kind `rate` that applies to all tools, if the spec declares one. */
  readonly rate: RateRule | undefined;
  /** In the order of `tools/list`. */
  readonly tools: readonly Tool[];
  /** In the order of their lists; undefined if there are none. */
  readonly resources?: readonly Resource[];
  /** In the order of their list; undefined if there are none. */
  readonly prompts?: readonly Prompt[];
  /** The extensions of MCP that the service offers, with their settings. */
  readonly extensions?: Readonly<Record<string, object>>;
  /** The public description of the server for clients that have not connected yet (SEP-2127); undefined if the spec turns it off. */
  readonly card?: ServerCard;
}

/** The parts of a server card that the spec decides. A deployment adds its address and the versions of MCP that it serves. */
export interface ServerCard {
  /** In reverse-DNS form, such as `org.example/notes`; by default the host of the deployment, reversed, and the name of the server. */
  readonly name?: string;
  /** A name for people; by default the name of the server. */
  readonly title?: string;
  /** At most 100 characters. */
  readonly description: string;
  /** The page about the server. */
  readonly websiteUrl?: string;
  /** Where its source is, as the MCP Registry describes it. */
  readonly repository?: Readonly<Record<string, string>>;
  /** Its icons, as MCP describes them. */
  readonly icons?: readonly object[];
  /** The headers that clients send, as the MCP Registry describes inputs. */
  readonly headers?: readonly Readonly<Record<string, unknown>>[];
}

/** Name and version of the server, as `initialize` and `server/discover` report them. */
export interface ServerIdentity {
  /** A name for programs. */
  readonly name: string;
  /** The version of the server, not of MCP. */
  readonly version: string;
  /** A name for people; by default `name`. */
  readonly title?: string;
  /** What the server is for, in a sentence or two. */
  readonly description?: string;
  /** The page about the server. */
  readonly websiteUrl?: string;
  /** Its icons, as MCP describes them. */
  readonly icons?: readonly unknown[];
  /** Text for the model about how the tools of this server work together. */
  readonly instructions?: string;
  /** The notifications that the service sends: changes in lists, updates of resources, and log messages. */
  readonly notifications?: readonly ("tools" | "resources" | "prompts" | "updates" | "log")[];
  /** The revisions of MCP that the spec names, in any order. The runtime serves those of them that it supports. */
  readonly protocolVersions: readonly string[];
}

/** Whether clients can listen for changes. */
export function reportsChanges({ server }: Service): boolean {
  return server.notifications?.some((kind) => kind !== "log") === true;
}

/** `bearer`: tokens that the service itself issues to users; `oauth`: access tokens of an authorization server. */
export type AuthScheme = "bearer" | "oauth";

/** How callers authenticate, as `auth` of the spec says it. */
export interface AuthRules {
  /** The ways in which callers authenticate. With a list, each of these ways is accepted. */
  readonly scheme: "none" | AuthScheme | readonly AuthScheme[];
  /** The additional kinds of tokens that a deployment accepts if it is configured to. */
  readonly offers?: readonly "oauth"[];
  /**
   * The answer to a missing scope: a tool result with `isError`, or HTTP 403. A caller with an OAuth token
   * always gets HTTP 403: its client then asks for the scope.
   */
  readonly denial: "tool-error" | "http-403";
  /** Whether `tools/list` contains every tool, or only those that the token's scopes allow. */
  readonly visibility: "all" | "by-scope";
  /** `realm` of `WWW-Authenticate`. */
  readonly realm: string;
  /** The place where a user gets a token, such as `Settings -> Integrations`. The body of a 401 contains it. */
  readonly tokenSource?: string;
}

/** The kinds of tokens that every deployment of a service accepts. */
export function authSchemes({ scheme }: Pick<AuthRules, "scheme">): readonly AuthScheme[] {
  if (scheme === "none") return [];
  return typeof scheme === "string" ? [scheme] : scheme;
}

/** At most `max` requests in a window of `seconds` that opens with the first request. */
export interface RateRule {
  /** The name of the limit in the spec. */
  readonly name: string;
  /** The number of requests that a window allows. */
  readonly max: number;
  /** The length of a window. */
  readonly seconds: number;
  /** `account`: the requests of all tokens of an account are counted together; absent: those of a token. */
  readonly per?: "account";
}

/** The properties that tools, resources and prompts share: validators, rules, and the entry of a list. */
export interface OperationRules {
  /** The name of a tool or of a prompt in MCP messages, such as `service_get_form`. */
  readonly name: string;
  /** The key in the interface of its handlers, such as `getForm`. */
  readonly method: string;
  /** The mode of a tool; undefined for resources and prompts. */
  readonly mode?: string;
  /** The scopes that a caller needs, all of them. */
  readonly scopes: readonly string[];
  /** Declared refusals by code. */
  readonly failures: Readonly<Record<string, FailureRule>>;
  /** Account state -> the code with which callers are refused whose account is in it; undefined if there are none. */
  readonly refusedIn?: Readonly<Record<string, string>>;
  /** Checks the arguments, then applies defaults in place. */
  readonly input: Validate;
  /** Checks `structuredContent`, or the JSON of a resource. If absent, the handler returns MCP content. */
  readonly output?: Validate;
  /** The output fields that need a scope. The runtime removes them for other callers, before validation. Empty if there are none. */
  readonly redaction: readonly RedactionNode[];
  /** The entry in the list, as JSON text. */
  readonly manifest: string;
  /** The limits of kind `rate` that apply. Operations that share a limit are counted together. */
  readonly rates?: readonly RateRule[];
}

/** One tool. */
export interface Tool extends OperationRules {
  /** Never set: it tells tools from resources and prompts. */
  readonly kind?: never;
  /** The name of its mode, which decides its annotations. */
  readonly mode: string;
  /** How results show the output in a text block, without `structuredContent`: `text` as JSON, else by a layout. */
  readonly outputAs?: OutputAs;
  /**
   * Header name -> path of the argument that clients repeat in the header (MCP 2026-07-28, `x-mcp-header` in the input schema). A path is
   * a list of property names, outermost first.
   */
  readonly parameterHeaders?: Readonly<Record<string, readonly string[]>>;
  /** When a call becomes a task of MCP 2026-07-28; undefined if it never does. */
  readonly task?: TaskTiming;
  /** Milliseconds after which a call that is no task is answered without its handler, instead of those of the server. */
  readonly deadlineMs?: number;
}

/** When a call becomes a task, and how long the task is kept. */
export interface TaskTiming {
  /** `may`: a long call, if its client takes tasks. `always`: every call; other clients are refused. */
  readonly when: "may" | "always";
  /** A call that takes longer becomes a task. */
  readonly afterMs: number;
  /** The task is forgotten this long after its start. */
  readonly ttlMs: number;
  /** How often clients are told to ask for the status. */
  readonly pollIntervalMs: number;
}

/** The completion of parameters of a resource, or of arguments of a prompt. */
export interface Completions {
  /** Parameter -> its values, if the spec lists them. */
  readonly completions?: Readonly<Record<string, readonly string[]>>;
  /** The handler that completes the other parameters. */
  readonly completer?: { readonly method: string; readonly parameters: readonly string[] };
}

/** One resource, or a template of resources. */
export interface Resource extends OperationRules, Completions {
  /** Tells resources from tools and prompts. */
  readonly kind: "resource";
  /** The URI of a single resource; undefined for a template. */
  readonly uri?: string;
  /** The template of its URIs (RFC 6570: `{name}` and `{+name}`); undefined for a single resource. */
  readonly uriTemplate?: string;
  /** The media type of the content, unless the handler returns another one. */
  readonly mimeType?: string;
  /** `_meta` of the content. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** The content, if the spec contains it; otherwise a handler returns it. */
  readonly content?: ResourceItem;
  /** For a SKILL.md: its entry in `skills/list`, and the results of the other skill methods, by `METHOD URI` (SEP-2640). */
  readonly skill?: { readonly entry: object; readonly results: Readonly<Record<string, object>> };
}

/** One prompt. */
export interface Prompt extends OperationRules, Completions {
  /** Tells prompts from tools and resources. */
  readonly kind: "prompt";
  /** The messages. `{{name}}` in their texts is replaced by an argument. If absent, a handler returns the messages. */
  readonly messages?: readonly PromptTemplate[];
}

/** A message of a prompt that needs no handler. */
export interface PromptTemplate {
  /** The speaker of the message. */
  readonly role: "user" | "assistant";
  /** The text, with `{{name}}` in place of arguments. */
  readonly text?: string;
  /** A content block, instead of a text. */
  readonly content?: Readonly<Record<string, unknown>>;
}

/** A tool, resource or prompt. Only resources and prompts have a `kind`. */
export type Operation = Tool | Resource | Prompt;

/** Lists every operation of a service. */
export function listOperations({ tools, resources = [], prompts = [] }: Service): readonly Operation[] {
  return [...tools, ...resources, ...prompts];
}

/** A refusal that the spec declares. */
export interface FailureRule {
  /** The condition under which the tool refuses with this code, in words. */
  readonly when: string;
  /** Whether the same call can succeed later without being changed. */
  readonly retryable: boolean;
}

/** A validator that Ajv generated. Returns whether `data` is valid; if not, `errors` contains the reasons until the next call. */
export interface Validate {
  /** Returns whether the data are valid, and applies defaults in place. */
  (data: unknown): boolean;
  /** The reasons of the last call that returned false; null after one that returned true. */
  errors?: readonly ValidationError[] | null;
}

/** The part of Ajv's `ErrorObject` that the runtime reads. */
export interface ValidationError {
  /** A JSON Pointer to the wrong value. */
  readonly instancePath: string;
  /** The keyword of the schema that the value breaks. */
  readonly keyword: string;
  /** What the keyword demands, by names that Ajv documents, such as `limit`. */
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * The fields to remove from a value. `Tool.redaction` is a graph of these nodes, so that recursive schemas stay finite:
 * numbers are indexes into it, and node 0 applies to the whole output.
 */
export interface RedactionNode {
  /** Property name -> the scopes that a caller needs to see it, all of them. */
  readonly remove?: Readonly<Record<string, readonly string[]>>;
  /** Nodes of named properties; `null` for none, not even `additionalProperties`. */
  readonly properties?: Readonly<Record<string, number | null>>;
  /** Node of the values of all other properties. */
  readonly additionalProperties?: number;
  /** Nodes of the first array items. */
  readonly prefixItems?: readonly (number | null)[];
  /** Node of the remaining array items. */
  readonly items?: number;
}
