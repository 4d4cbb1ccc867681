/** Verdicts on cases, and the causes why a case may stay unverified. */
import type { Case } from "../cases/format.ts";
import type { Exchange } from "../wire/client.ts";

/** The verdict on a case. */
export type Verdict = Held | Failed | Unverified | Inapplicable;

/** The target meets the requirement in all calls of the case. */
export interface Held {
  /** Tells the kind of verdict. */
  readonly status: "held";
}

/** The target breaks the requirement. */
export interface Failed {
  /** Tells the kind of verdict. */
  readonly status: "failed";
  /** The answer that the requirement demands, in words. */
  readonly expected: string;
  /** The answer that came, in words. */
  readonly got: string;
  /** The failure is advice: the target breaks a SHOULD, or no requirement. */
  readonly advice?: true;
  /** No tool answered, so the case proves nothing about its subject: a 401, an HTML page, a cut connection. */
  readonly unanswered?: true;
  /** The request ended the target, also when it was sent alone to one that was just started. */
  readonly endsTarget?: true;
  /** The header that the answer lacks, which is the only cause of the failure. */
  readonly missingHeader?: string;
  /** The sentences that say how the failure ends, where the suite knows it. */
  readonly remedy?: string;
  /** A pattern of the cases whose calls show the failure, if it is not this case. */
  readonly shownBy?: string;
  /** A shell script that repeats the calls of the case. */
  readonly script?: string;
  /** The reason why a finding of behaviour has no script. */
  readonly withoutScript?: string;
  /** The call that shows the failure. The report contains its evidence instead. */
  readonly exchange?: Exchange;
  /** The call that shows the failure, for reports. */
  readonly evidence?: Evidence;
}

/** The run proves neither that the target meets the requirement nor that it breaks it. */
export interface Unverified {
  /** Tells the kind of verdict. */
  readonly status: "unverified";
  /** The cause, for which `causes` has the cure. */
  readonly cause: Cause;
  /** The reason, as a sentence. */
  readonly why: string;
  /** The spec has no example of the tool, and one that the server accepts, or a binding, would decide it. */
  readonly lacksExample?: true;
  /** The call that left it open. The report contains its evidence instead. */
  readonly exchange?: Exchange;
  /** That call, for reports. */
  readonly evidence?: Evidence;
}

/** The case is about an optional feature that the target does not have. */
export interface Inapplicable {
  /** Tells the kind of verdict. */
  readonly status: "inapplicable";
  /** The reason, as a part of a sentence. */
  readonly why: string;
  /** The user did not select the calls that would show it. */
  readonly unasked?: true;
}

/** A request as a command that repeats it, and its answer: shortened, without the token. */
export interface Evidence {
  /** The case that sent the request, or a pattern of such cases; absent if unknown. */
  readonly shownBy?: string | undefined;
  /** A command line that repeats the request: `curl`, or over stdio the command with the message as its input. */
  readonly curl: string;
  /** The answer in words, shortened. */
  readonly answer: string;
}

/** Cause of an unverified result -> the action that would make the case decidable. */
export const causes = {
  not_implemented: "Implement the tool.",
  refused:
    "Add a binding to the target file, so that the arguments name existing data, or calls (`before`) that bring it into the right state.",
  binding: "Correct the binding in the target file: its value does not fit the tool's schema.",
  "domain-rule":
    "Write the rule into the schema, or change the example so that the server accepts it with this value.",
  "base-refused":
    "Make the tool's first example one that the server accepts: a refusal proves nothing if valid calls are refused too.",
  "no-hook":
    "Add a token of this kind to the target file, or the hook that creates one. If there are no such tokens, accept the cases with --allow-unverified.",
  "no-code":
    "Set the place of the code in refusals in the target file (`refusalCode`), or say in the spec what such refusals say (`says`).",
  "not-offered": "Serve this version of MCP, or remove it from the spec's protocolVersions.",
  "no-effect":
    "Add an example in which the argument changes the result, or declare the entity that shows what it changes. If it changes nothing, use it, or remove it from the schema.",
  task: "The suite does not start tasks, so no run decides this.",
  unobserved: "Add an example to the spec, or data to the target, so that a call shows this.",
  "no-account":
    "Add a token of another account to the target file (`account: other`, or the `state` of one), or the hooks for accounts, mint and account.",
  "no-control": "Add the hook that the case needs to the target file.",
  setup: "Make the calls and hooks that prepare the case succeed, or correct their description in the spec.",
  undeclared: "Add the missing declaration to the spec.",
  state: "Bring the target into the state that the example needs, with calls (`before`) in the target file.",
  large:
    "Test a target with a smaller quota, limit or list: the sentence names the largest size that a run handles.",
  shared:
    "Run again while no other client works with the data that the run sees, or with tokens of an account of its own.",
  once: "Find out why the server answers equal calls in different ways, or run again while nothing else works with its data.",
  slow: "Let the server make the transitions that the spec declares, or test a faster target.",
  passing: "Give the server work that leads to this state and lasts long enough for a call.",
  "left-out": "Add more tokens to the target file, or raise --max-requests.",
  spent: "Allow more draws with --spend.",
  "used-up":
    "Give the accounts of the run more of the quota that the sentence names, or more room below the limit: end what else they have, or raise it. Then run again.",
  "read-only": "Run without --read-only.",
  excluded: "Run without --exclude for this tool, such as at a target where calling it does no harm.",
  limited: "Raise the request rate of the target for the run, or run again when it takes requests.",
  unreachable: "Find out why the target stopped answering, and run again.",
  poisoned:
    "Find out why the target fails every call after the one that the report names, start it again, and run again.",
  interrupted: "Do not interrupt the run.",
  law: "Correct the law in its file (`--law`): this is a mistake of the law, not of the target.",
  unsound: "This is a bug of the suite, not of the target: please report it.",
} as const;

/** The cause of a verdict that is open. */
export type Cause = keyof typeof causes;

/** Causes in the run, not in the target. */
export const causesOfTheRun: readonly Cause[] = [
  "interrupted",
  "left-out",
  "spent",
  "read-only",
  "excluded",
  "unreachable",
  "poisoned",
  "unsound",
  "no-hook",
];

export const held: Held = { status: "held" };

export function failed(expected: string, got: string, exchange?: Exchange): Failed {
  return {
    status: "failed",
    expected: printable(expected),
    got: printable(got),
    ...(exchange && { exchange }),
    ...(exchange && isUntypedMessage(exchange) && { missingHeader: "content-type" }),
  };
}

/** Returns a failure about a header of the answer. */
export function failedHeader(name: string, expected: string, got: string, exchange: Exchange): Failed {
  const { answer } = exchange;
  // Only a 401 must have a challenge. With another status, the status is the failure.
  const isDue = answer.kind !== "broken" && (name !== "www-authenticate" || answer.reply.status === 401);
  const isMissing = isDue && !answer.reply.headers[name];
  return { ...failed(expected, got, exchange), ...(isMissing && { missingHeader: name }) };
}

/** Whether an answer is a message without Content-Type, which clients do not read. */
function isUntypedMessage({ answer }: Exchange): boolean {
  if (answer.kind !== "http" || answer.reply.headers["content-type"]) return false;
  return /^\s*\{.*"jsonrpc"/s.test(answer.reply.body);
}

export function unverified(cause: Cause, why: string, exchange?: Exchange): Unverified {
  return { status: "unverified", cause, why: printable(why), ...(exchange && { exchange }) };
}

export function inapplicable(why: string): Inapplicable {
  return { status: "inapplicable", why };
}

/** The verdict on a property that no call of a narrowed run could show. */
export const unasked: Inapplicable = {
  status: "inapplicable",
  why: "the cases whose calls would show this were not selected",
  unasked: true,
};

/**
 * Replaces control characters and marks that change the direction of text, since text from a target is printed on terminals.
 */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\u{202a}-\u{202e}\u{2066}-\u{2069}]/gu, "\u{fffd}");
}

/** A case and its verdict. */
export interface Result {
  /** The case, or the check of the protocol. */
  readonly subject: Subject;
  /** What the run proves about it. */
  readonly verdict: Verdict;
}

/** The subject of a verdict: a case of the spec or a check of the protocol. */
export type Subject = Pick<Case, "id" | "must" | "at"> & {
  readonly kind: Kind;
  readonly tool?: string | undefined;
  /** The requirement level of MCP; absent means MUST. */
  readonly level?: "MUST" | "SHOULD" | undefined;
};

/** Whether a result is advice: a failed SHOULD. */
export function isAdvice({ subject, verdict }: Result): boolean {
  if (verdict.status === "failed" && verdict.endsTarget) return false;
  return verdict.status === "failed" && (subject.level === "SHOULD" || verdict.advice === true);
}

/** The kinds of case, in the order in which they run and are reported. */
export const kinds = [
  "protocol",
  "manifest",
  "authorization",
  "oauth",
  "card",
  "input",
  "output",
  "failures",
  "errors",
  "resources",
  "prompts",
  "modes",
  "limits",
  "states",
  "effects",
  "arguments",
  "access",
  "accounts",
  "isolation",
  "fields",
  "replay",
  "concurrency",
  "pages",
  "results",
  "scenarios",
  "tasks",
  "law",
  "answers",
] as const;
/** The kind of a case. */
export type Kind = (typeof kinds)[number];
