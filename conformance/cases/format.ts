/**
 * The conformance cases: what a spec promises, as checks that can be run against any deployment. `stored.ts` has how
 * `generated/cases.json` writes them. A place in the spec is a file, relative to the spec folder, and
 * a JSON Pointer into it, `tools/add.yaml#/input`; the file alone is all of it.
 */
import type { AuthRules, FailureRule, RateRule } from "@toolwright/runtime";
import type { Behaviour } from "./behaviour.ts";
import type { BehaviourCase } from "./behaviour-cases.ts";
import type { Arguments, Common, OfTool } from "./case.ts";
import type { Edit, Json } from "./edits.ts";

export interface CaseFile {
  /** Version of this format. */
  readonly toolwright: 4;
  readonly server: {
    readonly name: string;
    readonly version: string;
    readonly protocolVersions: readonly string[];
    /** The spec names the versions itself: a server that lacks one breaks its spec. */
    readonly namesVersions?: boolean;
  };
  readonly endpoint: { readonly transport: "streamable-http" | "stdio"; readonly path: string };
  readonly auth: AuthRules;
  /** Every scope that a token can hold. */
  readonly scopes: readonly string[];
  /** The limit of kind `rate` that applies to all tools. */
  readonly rate?: RateRule;
  /** Declared refusals by code. */
  readonly failures: Readonly<Record<string, FailureRule>>;
  /** The entries of `tools/list`, in order. */
  readonly manifest: readonly ManifestEntry[];
  /** Tool name -> what its cases need to know. */
  readonly tools: Readonly<Record<string, CaseTool>>;
  /** Resources that handlers read, by the name under which cases call them as if they were tools. */
  readonly resources?: Readonly<Record<string, CaseResource>>;
  /** Address -> schema, with only the keywords that validate. References are addresses. */
  readonly schemas: Readonly<Record<string, Json>>;
  readonly bases: Readonly<Record<string, Base>>;
  /** What the spec declares about behaviour, if it declares anything. */
  readonly behaviour?: Behaviour;
  readonly cases: readonly Case[];
  /** Constraints of input schemas without a case that breaks them alone. */
  readonly unexercised: readonly Unexercised[];
}

export type ManifestEntry = { readonly name: string } & { readonly [field: string]: Json };

export interface CaseTool {
  readonly at: string;
  readonly mode: string;
  /** A token needs all of them. */
  readonly scopes: readonly string[];
  /** Whether the annotations promise that nothing changes (`readOnlyHint`). */
  readonly readOnly: boolean;
  /** Declared codes. */
  readonly failures: readonly string[];
  /** Addresses of its schemas. */
  readonly input: string;
  readonly output?: string;
  /** The number of constraints in its input schema, including those that no case can exercise. */
  readonly constraints: number;
}

/** The parameters of the URI are the arguments, and the content is the result. */
export interface CaseResource extends Pick<CaseTool, "failures" | "input" | "output"> {
  /** Or a template of it. */
  readonly uri: string;
}

/** What a case calls. */
export function findCalled({ tools, resources }: CaseFile, name: string): Omit<CaseResource, "uri"> {
  return tools[name] ?? resources![name]!;
}

/** Valid arguments of a tool: written out, or as changes of another base. */
export type Base = { readonly tool: string } & (
  | { readonly input: { readonly [name: string]: Json } }
  | { readonly on: string; readonly edits: readonly Edit[] }
);

export type Case =
  | ManifestCase
  | AuthorizationCase
  | InputCase
  | OutputCase
  | FailureCase
  | ErrorCase
  | OfferCase
  | BehaviourCase;
export type CaseKind = Case["kind"];

/** `tools/list` against the manifest, and the server's name and version against the spec. */
export type ManifestCase =
  | (OfTool & { readonly kind: "manifest"; readonly check: "entry" })
  | (Common & {
      readonly kind: "manifest";
      readonly check: "server" | "names" | "stable";
      readonly tool?: never;
    });

/** A list of resources or prompts, or one of them. */
export type OfferCase = Common & { readonly kind: "resources" | "prompts"; readonly tool?: never } & (
    | { readonly list: OfferList; readonly entries: readonly object[] }
    | (OfferRequest & {
        /** A member with exactly this value; a refusal; one of the parameters, or none; the denial of a token without scopes. */
        readonly expect:
          | { readonly member: string; readonly value: object }
          | ("refused" | "invalid" | "valid" | "denied");
      })
    | { readonly untestable: string }
  );

export type OfferList = "resources" | "resourceTemplates" | "prompts" | "skills";

export interface OfferRequest {
  readonly method: string;
  readonly params: { readonly [name: string]: Json };
}

/** The token that a call has. */
export type Credential =
  | "none"
  | "malformed"
  | "unknown"
  | "expired"
  | "revoked"
  /** A token with exactly these scopes; of the account that the run works with, unless another one is named. */
  | { readonly scopes: readonly string[]; readonly account?: string };

/** A call of a tool with one kind of token; or (`unchanged`) proof that denied calls of the tool had no side effect. */
export type AuthorizationCase = OfTool & { readonly kind: "authorization" } & (
    | (Arguments & {
        readonly with: Credential;
        /** `unauthorized`: the token is invalid; `denied`: the token lacks these scopes; `allowed`: neither. */
        readonly expect: "unauthorized" | "allowed" | { readonly denied: readonly string[] };
      })
    | (Arguments & { readonly unchanged: true })
  );

/** Arguments that are accepted, or refused because exactly one keyword of the schema is broken. */
export type InputCase = OfTool &
  Arguments & {
    readonly kind: "input";
    readonly expect: "accepted" | "refused";
    readonly breaks?: Breakage;
    /** The constraint that this case exercises: an address and a keyword, `spec:///types/x.yaml#/maxLength`. */
    readonly constraint?: string;
  };

/** Whether the arguments are only what is required: a call of another case shows as well that the tool accepts them. */
export function isSharedInput({ tool, base, expect, edits }: InputCase): boolean {
  return expect === "accepted" && edits === undefined && base === tool;
}

export interface Breakage {
  readonly keyword: string;
  /** JSON pointer into the arguments: the value that does not fit. */
  readonly path: string;
  /** Keywords of the same schema that always break with it, such as `enum` beside `type`. */
  readonly also?: readonly string[];
}

/** An example that must succeed (`arguments`), or a property of every success of the tool in the run (`watch`). */
export type OutputCase = OfTool & { readonly kind: "output" } & (
    | Arguments
    | { readonly watch: "fits" | "text" | "declared" }
  );

/** An example that must be refused with this code (`arguments`), or a code that some call of the run must meet (`watch`). */
export type FailureCase = OfTool & { readonly kind: "failures"; readonly code: string } & (
    | Arguments
    | { readonly watch: "met" }
  );

/** Hostile arguments must be refused (`arguments`), or a property of every error of the tool in the run (`watch`). */
export type ErrorCase = OfTool & { readonly kind: "errors" } & (
    | Arguments
    | { readonly watch: "clean" | "form" }
  );

export interface Unexercised {
  readonly tool: string;
  readonly constraint: string;
  readonly at: string;
  readonly why: string;
}
