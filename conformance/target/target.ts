import type { Json } from "../cases/edits.ts";
import type { Accepted } from "../results/accepted.ts";

/** A deployment under test: where it is, whom it knows, and what the suite may do there. Its file is `targets/*.yaml`. */
export interface Target {
  readonly name?: string;
  readonly url?: string;
  /** A target over stdio: program and arguments. */
  readonly command?: readonly string[];
  /** Starts a server of its own before the run, and ends it afterwards. */
  readonly start?: StartSpec;
  readonly tokens?: readonly KnownToken[];
  readonly hooks?: Readonly<Partial<Record<HookName, readonly string[]>>>;
  readonly bindings?: Readonly<Record<string, Binding>>;
  readonly before?: readonly Preparation[];
  readonly cleanup?: readonly Cleanup[];
  /** JSON pointer into a tool result: where a refusal has its code. */
  readonly refusalCode?: string;
  /** Whether every refusal has a code there: one without it has failed. */
  readonly coded?: boolean;
  /** Ids of cases (`*`, `**`) that are known to be shown here: one that is not shown has failed. */
  readonly decided?: readonly string[];
  /** Requests that may be under way at the same time. */
  readonly parallel?: number;
  readonly unverified?: readonly Accepted[];
  readonly expectedFailures?: readonly Accepted[];
  /** Folder of the target's file: relative paths and commands start from there. */
  readonly folder: string;
}

export interface StartSpec {
  readonly command: readonly string[];
  /** `{folder}` stands for a fresh, empty folder. */
  readonly env?: Readonly<Record<string, string>>;
  /** Regular expression over what the server prints; its group is the URL of the endpoint. */
  readonly url: string;
  /** The same for a token that holds every scope. */
  readonly token?: string;
}

/** A token that exists already: its value, or the environment variable that has it. */
export interface KnownToken {
  readonly token?: string;
  readonly env?: string;
  readonly scopes?: readonly string[] | "all";
  /** Left out: it is valid. */
  readonly is?: "expired" | "revoked";
}

/** Commands that are given JSON on standard input and answer with JSON on standard output. */
export type HookName = "setup" | "mint" | "revoke" | "expire";

/** A value for arguments, in place of the one that the spec's examples have. */
export type Binding = { readonly into?: readonly string[] } & (
  | {
      /** A value that exists on the target, learnt by calling a tool. */
      readonly tool: string;
      readonly input: { readonly [name: string]: Json };
      /** JSON pointer into `structuredContent`. */
      readonly output: string;
    }
  /** A text that is another one each time: `{random}` stands for 16 random letters and digits. */
  | { readonly text: string }
  /** Always the same. */
  | { readonly value: Json }
);

/** Calls that bring the target into the state that an example needs; bound values are put into their arguments. */
export interface Preparation {
  /** Id of a case, with `*` and `**`. */
  readonly case: string;
  readonly calls: readonly { readonly tool: string; readonly input: { readonly [name: string]: Json } }[];
}

/** What is done in the end about something that a tool has made: `{made}` stands for it. */
export interface Cleanup {
  readonly made_by: string;
  readonly output: string;
  readonly tool: string;
  readonly input: { readonly [name: string]: Json };
}
