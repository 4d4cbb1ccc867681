/** A target file as data. `target-schema.json` is its schema. */
import type { Json } from "../cases/edits.ts";
import type { Accepted } from "../results/accepted.ts";

/** A deployment under test: its address, its tokens, and the actions that the suite may take there. */
export interface Target {
  readonly name?: string;
  readonly url?: string;
  /** A server over stdio: program and arguments. Here and in `environment`, `{folder}` is replaced by a fresh, empty folder. */
  readonly command?: readonly string[];
  /** Headers of every request beside the token, from the command line. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Variables of the environment of `command`: `env` of the target file, or those of the command line. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Starts a server before the run and stops it afterwards. */
  readonly start?: StartSpec;
  readonly tokens?: readonly KnownToken[];
  readonly hooks?: Readonly<Partial<Record<HookName, Hook>>>;
  readonly bindings?: Readonly<Record<string, Binding>>;
  readonly before?: readonly Preparation[];
  readonly cleanup?: readonly Cleanup[];
  /** The place of the code in a refusal, a JSON Pointer into the tool result. */
  readonly refusalCode?: string;
  /** The code with which the server refuses arguments that do not fit; `invalid_input` if absent. */
  readonly invalidInput?: string;
  /** The code with which the server refuses a token without the scope; `insufficient_scope` if absent. */
  readonly insufficientScope?: string;
  /** Whether every refusal has a code there. If so, a refusal without a code fails. */
  readonly coded?: boolean;
  /** Ids of cases (with `*` and `**`) that this target must decide: an unverified case fails. */
  readonly decided?: readonly string[];
  /** Tools that the run never calls. */
  readonly exclude?: readonly string[];
  /** Modules with laws of the team. */
  readonly laws?: readonly string[];
  /** The number of requests that may run at once. */
  readonly parallel?: number;
  readonly unverified?: readonly Accepted[];
  readonly expectedFailures?: readonly Accepted[];
  /** Folder of the target file; relative paths and commands start there. */
  readonly folder: string;
}

export interface StartSpec {
  /** Here and in `env`, `{folder}` is replaced by a fresh, empty folder. */
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Regular expression over the server's output; its group is the URL of the endpoint. */
  readonly url: string;
  /** The same for a token with every scope. */
  readonly token?: string;
}

/** An existing token: its value, or the environment variable that contains it. */
export interface KnownToken {
  readonly token?: string;
  readonly env?: string;
  /** The variable has a line of JSON for each of several tokens, `{ "token": "...", "scopes": ["..."] }`. */
  readonly lines?: boolean;
  /** Whether the variable may be missing; then the target has no such token. */
  readonly optional?: boolean;
  readonly scopes?: readonly string[] | "all";
  /** The account of the token; if absent, the account of the run. */
  readonly account?: string;
  /** The state in which its account is, one of the account states of the spec; no other case uses the account then. */
  readonly state?: string;
  /** Whether the token is invalid; if absent, valid. */
  readonly is?: "expired" | "revoked";
  /** Whether an authorization server issued it; always true if the spec says `auth.scheme: oauth`. */
  readonly oauth?: boolean;
}

/**
 * A command that reads a question as JSON from standard input and prints the answer as JSON, or the address that takes the question by
 * POST and answers it: a URL, or a path at the origin of the target's endpoint.
 */
export type Hook = readonly string[] | string;

export type HookName =
  | "setup"
  | "mint"
  | "revoke"
  | "expire"
  | "issue"
  | "respond"
  | "account"
  | "clock"
  | "work";

/** A value for an argument that replaces the value in the spec's examples. */
export type Binding = {
  readonly into?: readonly string[];
  /** The account that the value names, for calls that give an account access. */
  readonly account?: string;
} & (
  | {
      /** An existing value of the target, read from a tool's result. */
      readonly tool: string;
      readonly input: { readonly [name: string]: Json };
      /** JSON Pointer into `structuredContent`. */
      readonly output: string;
    }
  /** A text that is new each time: `{random}` becomes 16 random letters and digits. */
  | { readonly text: string }
  /** A constant value. */
  | { readonly value: Json }
  /** The value of an environment variable. Without it, the value of the example is sent. */
  | { readonly env: string }
);

/** Calls that bring the target into the state that an example needs; bound values are put into their arguments. */
export interface Preparation {
  /** Id of a case, with `*` and `**`. */
  readonly case: string;
  readonly calls: readonly { readonly tool: string; readonly input: { readonly [name: string]: Json } }[];
}

/** A call after the run that ends an instance which a tool created: `{made}` becomes its id. */
export interface Cleanup {
  readonly made_by: string;
  readonly output: string;
  readonly tool: string;
  readonly input: { readonly [name: string]: Json };
}
