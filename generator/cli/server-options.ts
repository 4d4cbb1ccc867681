/** The options of commands that read a running server: `--url`, `--token`, `--header`, `--timeout`. */
import { lists, text, texts, UsageError, type Values } from "./command.ts";

export const serverOptions = { ...texts("url", "token", "timeout"), ...lists("header") };

export function toUrl(values: Values): URL {
  const option = text(values, "url", "");
  const url = URL.parse(option);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`--url ${JSON.stringify(option)} is not an http or https URL.`);
  return url;
}

/** Whether an option is given that goes with a server only. */
export function areForServer({ token, header, timeout }: Values): boolean {
  return (token ?? header ?? timeout) !== undefined;
}

export function toHeaders({ header = [], token }: Values): Record<string, string> {
  const headers = namedHeaders(header);
  if (token === undefined) return headers;
  if (Object.keys(headers).some((name) => name.toLowerCase() === "authorization"))
    throw new UsageError("--token is an Authorization header. Leave one of them out.");
  if (!/^[\x21-\x7e]+$/.test(String(token)))
    throw new UsageError("A --token has no spaces, and is not empty.");
  return { ...headers, Authorization: `Bearer ${token}` };
}

function namedHeaders(header: Values[string]): Record<string, string> {
  return Object.fromEntries(
    [header].flat().map((line) => {
      const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([^\r\n]*)$/.exec(String(line)) ?? [];
      if (name === undefined || value === undefined)
        throw new UsageError('A --header looks like "NAME: VALUE".');
      return [name, value];
    }),
  );
}

/** In milliseconds; @throws UsageError if the option is not a number of seconds. */
export function toTimeout(values: Values): number {
  const seconds = Number(text(values, "timeout", "60"));
  if (!(seconds > 0 && seconds <= 3_600))
    throw new UsageError("--timeout is a number of seconds, up to 3600.");
  return seconds * 1_000;
}
