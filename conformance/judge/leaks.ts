/** Finds secrets and internal details in error messages. */

import { hasSecret } from "../server-options/source.ts";

/** This is not a leak if the machine belongs to the user. */
const ownPath = "a path of the machine";

/**
 * Kinds of details that an error must not reveal, and the pattern that finds each. No pattern looks from each letter of a long text to its
 * end: it begins at the start of a word, or what it passes has a limit.
 */
const leaks: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  {
    what: "a stack frame of JavaScript",
    pattern:
      /\bat (?:async )?(?:[\w$.<>[\] ]{1,200} \()?(?:file:\/\/|node:|\/|[A-Za-z]:\\)[^\s)]{0,1000}:\d+:\d+|(?<![\w.@-])[\w.@-]{1,1000}\.[cm]?[jt]sx?:\d+:\d+/g,
  },
  {
    what: "a stack frame of Python",
    pattern: /Traceback \(most recent call last\)|\bFile "[^"]+", line \d+/g,
  },
  { what: "a stack frame of the JVM", pattern: /\bat [\w$.]+\([\w$]+\.(?:java|kt|scala):\d+\)/g },
  { what: "a stack frame of .NET", pattern: /\bat [\w.`<>]+\([^()]{0,200}\) in .{1,300}?:line \d+/g },
  { what: "a stack frame of Go", pattern: /\bgoroutine \d+ \[|\.go:\d+ \+0x/g },
  { what: "a stack frame of Ruby or PHP", pattern: /\.rb:\d+:in [`']|\.php(?::\d+|\(\d+\)| on line \d+)/g },
  { what: "a stack frame of Rust", pattern: /\bpanicked at |\.rs:\d+:\d+/g },
  {
    what: ownPath,
    pattern:
      /(?<![\w.:/-])\/(?:home|Users|usr|var|etc|opt|srv|tmp|root|app|workspace|proc|mnt|private)\/[\w.-]+|\b[A-Za-z]:\\(?:[\w .-]+\\)+|file:\/\/\/\S+|\bnode_modules\//g,
  },
  { what: "a private key", pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----/g },
  {
    what: "credentials in an address",
    pattern: /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:\/\/[^\s/:@]+:[^\s/@]+@/gi,
  },
  { what: "an access key of a cloud", pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bAIza[\w-]{35}\b/g },
  {
    what: "a token of a known make",
    pattern: /\b(?:gh[pousr]_\w{30,}|xox[abprs]-[\w-]{10,}|sk-[\w-]{20,}|twp_\w{40,})\b/g,
  },
  { what: "a JSON Web Token", pattern: /(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]+/g },
  {
    what: "a statement of a database",
    pattern:
      /\bSQLITE_[A-Z]+\b|\b(?:select|insert into|update|delete from) .{1,80}\b(?:from|values|set|where)\b.{0,500}?(?:\?|\$\d)/gi,
  },
  { what: "a value of the environment", pattern: /\b(?:PASSWORD|SECRET|API_KEY|DATABASE_URL)=\S+/g },
];

/**
 * Finds a detail that an error must not reveal; `undefined` if there is none. An error may repeat the content of the request, except
 * tokens. `isLocal`: the server runs for the user who reads the error, on the user's own machine.
 */
export function findLeak(
  error: string,
  request: string,
  secrets: Iterable<string>,
  { isLocal = false }: { readonly isLocal?: boolean } = {},
): string | undefined {
  for (const secret of secrets) if (hasSecret(error, secret)) return "the access token";
  for (const { what, pattern } of isLocal ? leaks.filter(({ what }) => what !== ownPath) : leaks) {
    const match = [...error.matchAll(pattern)]
      .map(([text]) => text)
      .find((text) => !request.includes(text) && !isPointerInto(request, text));
    if (match !== undefined) return `${what} (${match.slice(0, 80)})`;
  }
  return undefined;
}

/**
 * Whether a text is a JSON Pointer into the arguments of the request, such as `/root/name` for an argument `root`.
 */
function isPointerInto(request: string, text: string): boolean {
  const [, step] = /^\/([\w.-]+)\//.exec(text) ?? [];
  return step !== undefined && request.includes(`${JSON.stringify(step)}:`);
}
