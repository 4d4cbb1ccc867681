/**
 * The conformance cases: the promises of a spec, as checks that can run against any deployment. `stored.ts` defines their form in
 * `generated/cases.json`. A place in the spec is a file, relative to the spec folder, and a JSON Pointer into it, such as
 * `tools/add.yaml#/input`; a file without a pointer means the whole file.
 */
import type { AuthRules, FailureRule, RateRule, ServerCard } from "@toolwright/runtime";
import type { OutputAs } from "@toolwright/runtime/layout";
import type { Behaviour } from "./behaviour.ts";
import type { BehaviourCase } from "./behaviour-cases.ts";
import type { Arguments, Common, OfTool } from "./case.ts";
import type { Edit, Json } from "./edits.ts";
import type { LiveValue } from "./live-values.ts";

/** The cases of a spec, and all that a run needs to know of it. */
export interface CaseFile {
  /** The version of this format. */
  readonly toolwright: 4;
  /** The name and the version of the server, and the revisions of MCP that it serves. */
  readonly server: {
    readonly name: string;
    readonly version: string;
    readonly protocolVersions: readonly string[];
    /** Whether the spec itself lists the versions: then a server that lacks one breaks its spec. */
    readonly namesVersions?: boolean;
  };
  /** The transport, and over HTTP the path, if the target does not name its own. */
  readonly endpoint: { readonly transport: "streamable-http" | "stdio"; readonly path: string };
  /** The parts of the server card that the spec decides; absent if the server answers no card. */
  readonly card?: Pick<ServerCard, "name" | "title" | "description">;
  /** The spec says in words that there is a card, so it is a failure if the server answers none. */
  readonly namesCard?: true;
  /** How callers authenticate. */
  readonly auth: AuthRules;
  /** Every scope that a token can hold. */
  readonly scopes: readonly string[];
  /** The limit of kind `rate` that applies to all tools. */
  readonly rate?: RateRule;
  /** Declared refusals by code. `says`: a regular expression for the texts of refusals without a code. */
  readonly failures: Readonly<Record<string, FailureRule & { readonly says?: string }>>;
  /** The entries of `tools/list`, in order. */
  readonly manifest: readonly ManifestEntry[];
  /** Tool name -> the facts that its cases need. */
  readonly tools: Readonly<Record<string, CaseTool>>;
  /** Resources that handlers read, by the name under which cases call them like tools. */
  readonly resources?: Readonly<Record<string, CaseResource>>;
  /** Address -> schema, with only the keywords that validate. References are addresses. */
  readonly schemas: Readonly<Record<string, Json>>;
  /** Name -> arguments that a tool accepts, on which cases build. */
  readonly bases: Readonly<Record<string, Base>>;
  /** Tool -> the values of its arguments that are decided when a call is made. */
  readonly live?: Readonly<Record<string, readonly LiveValue[]>>;
  /** The behaviour rules of the spec, if it declares any. */
  readonly behaviour?: Behaviour;
  /** The cases in the order in which they run. */
  readonly cases: readonly Case[];
  /** Constraints of input schemas for which no case breaks only this constraint. */
  readonly unexercised: readonly Unexercised[];
}

/** The entry of a tool in `tools/list`. */
export type ManifestEntry = { readonly name: string } & { readonly [field: string]: Json };

/** One tool, as its cases need to know it. */
export interface CaseTool {
  /** The place of the tool in the spec. */
  readonly at: string;
  /** The name of its mode. */
  readonly mode: string;
  /** The scopes that a token needs, all of them. */
  readonly scopes: readonly string[];
  /** Whether the annotations promise that the tool changes nothing (`readOnlyHint`). */
  readonly readOnly: boolean;
  /** The declared failure codes. */
  readonly failures: readonly string[];
  /** The addresses of its schemas. */
  readonly input: string;
  /** The address of the schema of its output; absent if it returns content blocks. */
  readonly output?: string;
  /** How results show the output in a text: `text` as JSON, else by a layout. Left out: `structuredContent`. */
  readonly outputAs?: OutputAs;
  /** The number of constraints in its input schema, including constraints that no case can exercise. */
  readonly constraints: number;
}

/** A resource that cases call like a tool: the parameters of the URI are the arguments, and the content is the result. */
export interface CaseResource extends Pick<CaseTool, "failures" | "input" | "output"> {
  /** The URI, or its template. */
  readonly uri: string;
}

/** Finds the tool or resource that a case calls. */
export function findCalled({ tools, resources }: CaseFile, name: string): Omit<CaseResource, "uri"> {
  return tools[name] ?? resources![name]!;
}

/** Valid arguments of a tool: complete, or as edits of another base. */
export type Base = { readonly tool: string } & (
  | { readonly input: { readonly [name: string]: Json } }
  | { readonly on: string; readonly edits: readonly Edit[] }
);

/** One case. */
export type Case =
  | ManifestCase
  | AuthorizationCase
  | InputCase
  | OutputCase
  | FailureCase
  | ErrorCase
  | OfferCase
  | BehaviourCase;
/** The kinds of cases of a spec; a run adds those of the checks of the protocol. */
export type CaseKind = Case["kind"];

/** Compares `tools/list` with the manifest, and the server's name and version with the spec. */
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
        /** A member with exactly this value; a refusal of the request; a refusal of its parameters, or none; the denial of a token without scopes. */
        readonly expect:
          | { readonly member: string; readonly value: object }
          | ("refused" | "invalid" | "valid" | "denied");
      })
    | { readonly untestable: string }
  );

/** The lists that a server offers beside `tools/list`. */
export type OfferList = "resources" | "resourceTemplates" | "prompts" | "skills";

/** A request about resources or prompts. */
export interface OfferRequest {
  /** The method, such as `resources/read`. */
  readonly method: string;
  /** Its parameters. */
  readonly params: { readonly [name: string]: Json };
}

/** The token of a call. */
export type Credential =
  | "none"
  | "malformed"
  | "unknown"
  | "expired"
  | "revoked"
  /** A token with exactly these scopes, of the account of the run unless another one is named. */
  | { readonly scopes: readonly string[]; readonly account?: string };

/** A call of a tool with one kind of token; or (`unchanged`) the check that denied calls of the tool had no side effect. */
export type AuthorizationCase = OfTool & { readonly kind: "authorization" } & (
    | (Arguments & {
        readonly with: Credential;
        /** `unauthorized`: the token is invalid; `denied`: the token lacks these scopes; `allowed`: neither. */
        readonly expect: "unauthorized" | "allowed" | { readonly denied: readonly string[] };
      })
    | (Arguments & { readonly unchanged: true })
    /** A token that ends by itself is accepted until then, and not after it. */
    | (Arguments & { readonly expires: true })
  );

/** Arguments that must be accepted, or refused because they break exactly one keyword of the schema. */
export type InputCase = OfTool &
  Arguments & {
    readonly kind: "input";
    readonly expect: "accepted" | "refused";
    readonly breaks?: Breakage;
    /** The constraint that this case exercises: an address and a keyword, `spec:///types/x.yaml#/maxLength`. */
    readonly constraint?: string;
  };

/** Whether the arguments are only the required ones. Then a call of another case also shows that the tool accepts them. */
export function isSharedInput({ tool, base, expect, edits }: InputCase): boolean {
  return expect === "accepted" && edits === undefined && base === tool;
}

/** The one constraint that arguments break. */
export interface Breakage {
  /** The keyword of the schema. */
  readonly keyword: string;
  /** A JSON Pointer to the invalid value in the arguments. */
  readonly path: string;
  /** Keywords of the same schema that always break together with it, such as `enum` with `type`. */
  readonly also?: readonly string[];
}

/** An example that must succeed (`arguments`), or a property of all successful results of the tool in the run (`watch`). */
export type OutputCase = OfTool & { readonly kind: "output" } & (
    | (Arguments & {
        /** No example or enum of the spec says which values something has that can be read. */
        readonly isInvented?: true;
      })
    | { readonly watch: "fits" | "text" | "declared" }
  );

/** An example that must be refused with this code (`arguments`), or a code that some call of the run must get (`watch`). */
export type FailureCase = OfTool & { readonly kind: "failures"; readonly code: string } & (
    | Arguments
    | { readonly watch: "met" }
  );

/** Hostile arguments that must be refused (`arguments`), or a property of all errors of the tool in the run (`watch`). */
export type ErrorCase = OfTool & { readonly kind: "errors" } & (
    | Arguments
    | { readonly watch: "clean" | "form" }
  );

/** A constraint that no case breaks alone. */
export interface Unexercised {
  /** The tool whose arguments it constrains. */
  readonly tool: string;
  /** Its address and keyword, such as `spec:///types/x.yaml#/maxLength`. */
  readonly constraint: string;
  /** The place in the spec. */
  readonly at: string;
  /** Why no case breaks it alone, in words. */
  readonly why: string;
}
