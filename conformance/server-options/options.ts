/**
 * The options that reach a running server: `--command`, `--env`, `--url`, `--token`, `--header`, `--login`, `--client-id` and
 * `--timeout`. Every command reads them here, so all have the same rules and the same messages. No message has a value of
 * `--env`, `--token` or `--header`.
 */
import { UsageError } from "../usage/usage-error.ts";
import { splitCommand } from "./command-line.ts";
import type { HttpSource, Source, StdioSource } from "./source.ts";

/** As `parseArgs` of Node takes them. */
export const serverOptions = {
  command: { type: "string" },
  env: { type: "string", multiple: true },
  url: { type: "string" },
  token: { type: "string" },
  header: { type: "string", multiple: true },
  login: { type: "boolean" },
  "client-id": { type: "string" },
  timeout: { type: "string" },
} as const;

/** The values of a command line, as `parseArgs` returns them, among them those of other options. */
export type OptionValues = Readonly<Record<string, unknown>>;

/** The options that say more about a server of one kind. */
const optionsFor = {
  http: ["token", "header", "login", "client-id"],
  stdio: ["env"],
} as const;

/** The kinds of servers that a command line names. */
export interface NamedKinds {
  /** Whether a URL is named. */
  readonly http: boolean;
  /** Whether a command is named. */
  readonly stdio: boolean;
}

/** Rejects options that would have no effect. @throws UsageError */
export function refuseStrayOptions(values: OptionValues, { http, stdio }: NamedKinds): void {
  const stray = (names: readonly string[]) => names.find((name) => values[name] !== undefined);
  const forHttp = http ? undefined : stray(optionsFor.http);
  if (forHttp !== undefined) throw new UsageError(`--${forHttp} goes with --url.`);
  const forStdio = stdio ? undefined : stray(optionsFor.stdio);
  if (forStdio !== undefined) throw new UsageError(`--${forStdio} goes with --command.`);
  if (!http && !stdio && values.timeout !== undefined)
    throw new UsageError("--timeout goes with --url or --command.");
  if (values["client-id"] !== undefined && values.login !== true)
    throw new UsageError("--client-id goes with --login.");
}

/** Returns the server that `--url` or `--command` names; undefined if neither is given. @throws UsageError */
export function sourceIn(values: OptionValues, env: NodeJS.ProcessEnv = process.env): Source | undefined {
  const { url, command } = values;
  if (url !== undefined && command !== undefined) throw new UsageError(nameOne);
  refuseStrayOptions(values, { http: url !== undefined, stdio: command !== undefined });
  if (url !== undefined) return urlSource(textIn(values, "url"), values);
  return command === undefined ? undefined : commandSource(textIn(values, "command"), values, env);
}

/** The same, where a server must be named. @throws UsageError */
export function requiredSource(values: OptionValues, env: NodeJS.ProcessEnv = process.env): Source {
  if (values.url === undefined && values.command === undefined) throw new UsageError(nameOne);
  return sourceIn(values, env)!;
}

const nameOne = 'Name one of --url URL and --command "COMMAND".';

/** The server at an address, with the headers of the command line. @throws UsageError */
export function urlSource(address: string, values: OptionValues): HttpSource {
  const url = toUrl(address);
  const headers = toHeaders(values, takeCredentials(url));
  if (values.login !== true) return { kind: "http", url, headers };
  if (headers.authorization !== undefined)
    throw new UsageError("--login gets a token. Leave out --token and other credentials.");
  const clientId = values["client-id"] === undefined ? undefined : textIn(values, "client-id");
  return { kind: "http", url, headers, login: { ...(clientId !== undefined && { clientId }) } };
}

/** The server of a command, with the environment of the command line. @throws UsageError */
export function commandSource(
  line: string,
  values: OptionValues,
  env: NodeJS.ProcessEnv = process.env,
): StdioSource {
  if (splitCommand(line).length === 0) throw new UsageError("--command is empty.");
  return { kind: "stdio", command: line, environment: toEnvironment(values, env) };
}

/** In milliseconds. @throws UsageError if the option is not a number of seconds. */
export function timeoutIn(values: OptionValues, defaultSeconds = 60): number {
  const seconds = values.timeout === undefined ? defaultSeconds : Number(textIn(values, "timeout"));
  if (!(seconds > 0 && seconds <= 3_600))
    throw new UsageError("--timeout is a number of seconds, up to 3600.");
  return seconds * 1_000;
}

/** The message for an argument that no option takes. A part of a secret, cut at a space, may be among them. */
export function unexpectedArgument(argument: string, args: readonly string[]): string {
  const named = args.find((arg) => /^--(env|header|token)\b/.test(arg));
  if (named === undefined) return `${JSON.stringify(argument)} is not expected here.`;
  const [option] = named.split("=");
  return `An argument is not expected here. A value with spaces needs quotes, and each variable or header an ${option} of its own.`;
}

/** Reads the value of `--url`. @throws UsageError if it is no http or https URL */
export function toUrl(text: string): URL {
  const url = URL.parse(text);
  // The text is not printed: it may have a password.
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError("--url is not an http or https URL. It looks like https://example.org/mcp.");
  return url;
}

/** Takes user name and password out of an address. @returns the header that sends them (RFC 7617); undefined: there are none */
function takeCredentials(url: URL): string | undefined {
  const { username, password } = url;
  if (username === "" && password === "") return undefined;
  url.username = "";
  url.password = "";
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(pair).toString("base64")}`;
}

function toHeaders(values: OptionValues, basic: string | undefined): Record<string, string> {
  const headers = Object.fromEntries(textsIn(values, "header").map(toHeader));
  const token = values.token === undefined ? undefined : String(values.token);
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    throw new UsageError("A --token has no spaces, and is not empty.");
  if (token !== undefined && headers.authorization !== undefined)
    throw new UsageError("--token is an Authorization header. Leave one of them out.");
  if (basic !== undefined && (token ?? headers.authorization) !== undefined)
    throw new UsageError(
      "The user name and password in --url are an Authorization header. Leave one of them out.",
    );
  const authorization = token === undefined ? basic : `Bearer ${token}`;
  return { ...headers, ...(authorization !== undefined && { authorization }) };
}

function toHeader(line: string): [string, string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([^\r\n\0]*?)[ \t]*$/.exec(line) ?? [];
  if (name === undefined || value === undefined) throw new UsageError('A --header looks like "NAME: VALUE".');
  return [name.toLowerCase(), value];
}

function toEnvironment(values: OptionValues, env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(textsIn(values, "env").map((text, index) => toVariable(text, index, env)));
}

/** `NAME=VALUE`; `NAME` alone takes the value of this process. */
function toVariable(text: string, index: number, env: NodeJS.ProcessEnv): [string, string] {
  const equals = text.indexOf("=");
  if (equals > 0) return [text.slice(0, equals), text.slice(equals + 1)];
  const value = equals === -1 ? env[text] : undefined;
  if (value !== undefined) return [text, value];
  // The text is not printed: it may be a value without its name.
  throw new UsageError(
    `An --env looks like NAME=VALUE, or is the name of a variable that is set here. The ${index + 1}. one is neither.`,
  );
}

function textIn(values: OptionValues, name: string): string {
  const value = String(values[name]);
  if (value === "") throw new UsageError(`--${name} is empty.`);
  return value;
}

function textsIn(values: OptionValues, name: string): string[] {
  return values[name] === undefined ? [] : [values[name]].flat().map(String);
}
