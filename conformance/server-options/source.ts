/** How to reach a running server, and which of that is secret. */
import { quoteForShell } from "./command-line.ts";

/** A server over Streamable HTTP. */
export interface HttpSource {
  /** Tells the kind of server. */
  readonly kind: "http";
  /** Without a user name and a password: they are a header. */
  readonly url: URL;
  /** Their names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Signs the user in; absent if no sign-in was asked for. */
  readonly login?: LoginOptions;
}

/** A server that a command starts, and that speaks over its stdin and stdout. */
export interface StdioSource {
  /** Tells the kind of server. */
  readonly kind: "stdio";
  /** A command line. No shell expands it. */
  readonly command: string;
  /** Variables of its environment beside those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A running server, or a command that starts one. */
export type Source = HttpSource | StdioSource;

/** How this client signs the user in. */
export interface LoginOptions {
  /** The id of a client that the authorization server knows. Left out: this client registers itself. */
  readonly clientId?: string;
}

/** The server, as reports name it: without query, credentials and environment. */
export function sourceName(source: Source): string {
  return source.kind === "http" ? source.url.origin + source.url.pathname : source.command;
}

/** The options that name the server on a command line of a shell, with variables in place of secrets. */
export function showSource(source: Source): string[] {
  if (source.kind === "stdio") {
    const variables = Object.keys(source.environment ?? {}).flatMap((name) => ["--env", quoteForShell(name)]);
    return ["--command", quoteForShell(source.command), ...variables];
  }
  const headers = Object.keys(source.headers)
    .filter((name) => name !== "authorization")
    .flatMap((name) => ["--header", `"${name}: $${headerVariable(name)}"`]);
  return ["--url", showAddress(source.url), ...headers];
}

/** The address as an argument of a shell, with variables in place of what its query has. */
export function showAddress(url: URL): string {
  const secrets = secretsOfQuery(url);
  if (secrets.length === 0) return quoteForShell(url.href);
  return `"${redactSecrets(url.href.replaceAll(/[`$\\]/g, "\\$&"), secrets)}"`;
}

/** A value that may not be printed, and the text that replaces it. */
export interface Secret {
  /** The value. */
  readonly value: string;
  /** The text that reports have in its place, such as `$TOKEN`. */
  readonly shownAs: string;
}

/** Shorter values, such as `1` or `true`, are words of many texts, and no secrets. */
const shortestSecret = 6;

/** The values of headers, of `--env` and of the query of an address: a server may repeat them. */
export function secretsOf(source: Source): Secret[] {
  if (source.kind === "stdio") {
    return Object.entries(source.environment ?? {})
      .filter(([, value]) => value.length >= shortestSecret)
      .map(([name, value]) => ({ value, shownAs: `$${name}` }));
  }
  return [
    ...Object.entries(source.headers).flatMap(([name, value]) => secretsOfHeader(name, value)),
    ...secretsOfQuery(source.url),
  ];
}

/** Some servers take their key in the query. It is printed as it stands in the address, or decoded. */
function secretsOfQuery({ search, searchParams }: URL): Secret[] {
  const raw = search
    .slice(1)
    .split("&")
    .map((pair) => pair.slice(pair.indexOf("=") + 1));
  return [...searchParams].flatMap(([name, decoded], index) => {
    const forms = new Set([raw[index] ?? "", decoded]);
    const shownAs = `$${headerVariable(name)}`;
    return [...forms].flatMap((value) => (value.length >= shortestSecret ? [{ value, shownAs }] : []));
  });
}

function secretsOfHeader(name: string, value: string): Secret[] {
  const [, scheme, credentials] = /^(Bearer|Basic) +(.+)$/i.exec(value) ?? [];
  const shownAs = scheme === undefined ? `$${headerVariable(name)}` : "$TOKEN";
  return value === "" ? [] : [{ value: credentials ?? value, shownAs }];
}

/** `x-api-key` -> `X_API_KEY`: the variable that stands for the value of a header. */
export function headerVariable(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9]/g, "_");
}

/** Names of variables whose values are secret, whatever they are. */
const secretNames = /TOKEN|KEY|SECRET|PASS|PWD|AUTH|CREDENTIAL/;

/** A longer value is no word of an interface, such as the name of a region in an enum. */
const longestWord = 15;

/**
 * The secrets that may not even be in data of the server that is stored, such as a lock file. A setting, such as the name of a region,
 * is a word that an interface may have for other reasons.
 */
export function credentialsAmong(secrets: readonly Secret[]): Secret[] {
  return secrets.filter(({ value, shownAs }) => value.length > longestWord || secretNames.test(shownAs));
}

/** A shorter secret may be a part of other words. */
const enoughToBeNoWord = 12;

/** Replaces secrets in a text. A short one is replaced only as a whole word. */
export function redactSecrets(text: string, secrets: readonly Secret[]): string {
  let rest = text;
  for (const { value, shownAs } of secrets) {
    // In JSON, quotes and backslashes are escaped.
    for (const form of new Set([value, JSON.stringify(value).slice(1, -1)])) {
      if (form.length >= enoughToBeNoWord) rest = rest.replaceAll(form, () => shownAs);
      else if (form !== "") rest = rest.replaceAll(wholeWord(form), () => shownAs);
    }
  }
  return rest;
}

/** Whether a text has a secret. A short one has to be a word there, and one of letters alone, such as `test`, has to follow its scheme. */
export function hasSecret(text: string, secret: string): boolean {
  if (secret.length >= enoughToBeNoWord) return text.includes(secret);
  if (/^\p{L}*$/u.test(secret)) return secret !== "" && wholeWord(`Bearer ${secret}`).test(text);
  return wholeWord(secret).test(text);
}

function wholeWord(secret: string): RegExp {
  const literal = secret.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\w-])${literal}(?![\\w-])`, "g");
}
