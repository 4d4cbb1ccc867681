/** The options of commands that read a running server: `--url`, `--header`, `--timeout`. */
import { text, UsageError, type Values } from "./command.ts";

export const serverOptions = {
  url: { type: "string" },
  header: { type: "string", multiple: true },
  timeout: { type: "string" },
} as const;

export function urlOf(values: Values): URL {
  const option = text(values, "url", "");
  const url = URL.parse(option);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`--url ${JSON.stringify(option)} is no http or https URL.`);
  return url;
}

export function headersOf({ header = [] }: Values): Record<string, string> {
  return Object.fromEntries(
    [header].flat().map((line) => {
      const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([^\r\n]*)$/.exec(String(line)) ?? [];
      if (name === undefined || value === undefined)
        throw new UsageError('A --header looks like "Authorization: Bearer TOKEN".');
      return [name, value];
    }),
  );
}

/** In milliseconds. */
export function timeoutOf(values: Values): number {
  const seconds = Number(text(values, "timeout", "60"));
  if (!(seconds > 0 && seconds <= 3_600))
    throw new UsageError("--timeout is a number of seconds, up to 3600.");
  return seconds * 1_000;
}

/** Messages quote text of the server; without control characters it cannot change the terminal. */
export function withoutControlCharacters(message: string): string {
  return message.replace(/(?![\n\t])\p{Cc}/gu, "");
}
