/**
 * The shapes of the data in a generated `tools.ts`: the emitter writes them, the runtime interprets them.
 */
import type { ResourceItem } from "./content.ts";
import type { HandlerTypes } from "./handlers-for.ts";

/** A whole service, as its spec declares it. `Types` has the types of its handlers. */
export interface Service<Types extends HandlerTypes = HandlerTypes> {
  /** Never set. It ties the service to the types of its handlers, so that the compiler refuses others. */
  readonly types?: Types;
  readonly server: ServerIdentity;
  /** Path of the streamable HTTP endpoint, such as `/api/mcp`. */
  readonly path: string;
  readonly auth: AuthRules;
  /** The limit of kind `rate` that applies to all tools, if the spec declares one. */
  readonly rate: RateRule | undefined;
  /** In the order of `tools/list`. */
  readonly tools: readonly Tool[];
  /** In the order of their lists; left out where there are none. */
  readonly resources?: readonly Resource[];
  readonly prompts?: readonly Prompt[];
  /** The extensions of MCP that it offers, with their settings. */
  readonly extensions?: Readonly<Record<string, object>>;
}

/** Name and version of the server, as `initialize` and `server/discover` report them. */
export interface ServerIdentity {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly description?: string;
  readonly websiteUrl?: string;
  readonly icons?: readonly unknown[];
  /** Text for the model about how the tools of this server work together. */
  readonly instructions?: string;
  /** What the service tells its clients: of changes in lists, of updated resources, and log messages. */
  readonly notifications?: readonly ("tools" | "resources" | "prompts" | "updates" | "log")[];
  /** The revisions of MCP that the spec names, in any order. The runtime serves those of them that it supports. */
  readonly protocolVersions: readonly string[];
}

/** Whether clients can listen for changes. */
export function reportsChanges({ server }: Service): boolean {
  return server.notifications?.some((kind) => kind !== "log") === true;
}

/** `bearer`: tokens that the service itself gives to people; `oauth`: access tokens of an authorization server. */
export type AuthScheme = "bearer" | "oauth";

export interface AuthRules {
  /** How callers prove who they are; of a list, in any of these ways. */
  readonly scheme: "none" | AuthScheme | readonly AuthScheme[];
  /** What a deployment accepts besides, if it is configured to. */
  readonly offers?: readonly "oauth"[];
  /**
   * How a missing scope is answered: with a tool result that has `isError`, or with HTTP 403. The bearer of an OAuth token
   * always gets HTTP 403: its client then asks for the scope.
   */
  readonly denial: "tool-error" | "http-403";
  /** Whether `tools/list` contains every tool, or only those that the token's scopes allow. */
  readonly visibility: "all" | "by-scope";
  /** `realm` of `WWW-Authenticate`. */
  readonly realm: string;
  /** Where a person gets a token, such as `Settings -> Integrations`; it is in the body of a 401. */
  readonly tokenSource?: string;
}

/** The kinds of tokens that every deployment of a service accepts. */
export function authSchemes({ scheme }: Pick<AuthRules, "scheme">): readonly AuthScheme[] {
  if (scheme === "none") return [];
  return typeof scheme === "string" ? [scheme] : scheme;
}

/** At most `max` requests in a window of `seconds` that opens with the first request. */
export interface RateRule {
  readonly name: string;
  readonly max: number;
  readonly seconds: number;
}

/** What tools, resources and prompts have in common: validators, rules, and the entry of a list. */
interface OperationRules {
  /** Of a tool and of a prompt, the name on the wire, such as `service_get_form`. */
  readonly name: string;
  /** Key in its interface of handlers, such as `getForm`. */
  readonly method: string;
  /** Of a tool. */
  readonly mode?: string;
  /** The scopes that a caller needs, each of them. */
  readonly scopes: readonly string[];
  /** Declared refusals by code. */
  readonly failures: Readonly<Record<string, FailureRule>>;
  /** Checks the arguments, then applies defaults in place. */
  readonly input: Validate;
  /** Checks `structuredContent`, or the JSON of a resource. Absent: the handler returns content of MCP. */
  readonly output?: Validate;
  /** The output fields that need a scope. The runtime removes them for other callers, before validation. Empty if there are none. */
  readonly redaction: readonly RedactionNode[];
  /** Its entry in the list, serialised. */
  readonly manifest: string;
  /** The limits of kind `rate` that apply to it. What has one in common is counted together. */
  readonly rates?: readonly RateRule[];
}

/** One tool. */
export interface Tool extends OperationRules {
  readonly kind?: never;
  readonly mode: string;
  /**
   * Header -> path of the argument that clients repeat in it (MCP 2026-07-28, `x-mcp-header` in the input schema). A path is
   * a list of property names, outermost first.
   */
  readonly parameterHeaders?: Readonly<Record<string, readonly string[]>>;
}

/** How clients complete parameters of a resource, or arguments of a prompt. */
interface Completions {
  /** Parameter -> its values, where the spec has them. */
  readonly completions?: Readonly<Record<string, readonly string[]>>;
  /** The handler that completes the other ones. */
  readonly completer?: { readonly method: string; readonly parameters: readonly string[] };
}

/** One resource, or a template of resources. */
export interface Resource extends OperationRules, Completions {
  readonly kind: "resource";
  readonly uri?: string;
  readonly uriTemplate?: string;
  readonly mimeType?: string;
  /** `_meta` of the content. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Absent: a handler has it. */
  readonly content?: ResourceItem;
  /** Of a SKILL.md: its entry in `skills/list`, and the results of the other methods of skills, by `METHOD URI` (SEP-2640). */
  readonly skill?: { readonly entry: object; readonly results: Readonly<Record<string, object>> };
}

export interface Prompt extends OperationRules, Completions {
  readonly kind: "prompt";
  /** In their texts `{{name}}` stands for an argument. Absent: a handler makes them. */
  readonly messages?: readonly PromptTemplate[];
}

export interface PromptTemplate {
  readonly role: "user" | "assistant";
  readonly text?: string;
  /** A content block, instead of a text. */
  readonly content?: Readonly<Record<string, unknown>>;
}

/** What callers call by name, or read by a URI. Only resources and prompts have a `kind`. */
export type Operation = Tool | Resource | Prompt;

/** Every operation of a service. */
export function listOperations({ tools, resources = [], prompts = [] }: Service): readonly Operation[] {
  return [...tools, ...resources, ...prompts];
}

export interface FailureRule {
  /** The condition under which the tool refuses with this code, in words. */
  readonly when: string;
  /** Whether the same call can succeed later without being changed. */
  readonly retryable: boolean;
}

/** A validator that Ajv generated. Returns whether `data` is valid; otherwise `errors` holds the reasons until the next call. */
export interface Validate {
  (data: unknown): boolean;
  errors?: readonly ValidationError[] | null;
}

/** The part of Ajv's `ErrorObject` that the runtime reads. */
export interface ValidationError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * Which fields to remove from a value. `Tool.redaction` is a graph of these nodes, so that recursive schemas stay finite:
 * numbers are indexes into it, and node 0 applies to the whole output.
 */
export interface RedactionNode {
  /** Property name -> the scopes that a caller needs to see it, each of them. */
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
