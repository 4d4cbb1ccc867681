import type { Evidence } from "../results/verdict.ts";
import { inWords } from "./answer.ts";
import type { Exchange } from "./client.ts";
import type { Transport } from "./transport.ts";

const longestBody = 16_000;

/** The exchange as a person can repeat it; the token is a variable, since reports are sent around. */
export function evidenceOf(
  { to, kind }: Transport,
  { request, answer }: Exchange,
  { replay, clean }: { readonly replay: string; clean(text: string): string },
): Evidence {
  const { body = "" } = request;
  const curl =
    body.length > longestBody ? `${replay}  # the request has ${body.length} bytes` : commandLine();
  return { curl: clean(curl), answer: inWords(answer, clean) };

  function commandLine(): string {
    if (kind === "stdio") return `printf '%s\\n' ${quoted(body)} | ${to}`;
    const { method, path, headers } = request;
    return [
      "curl -sS",
      ...(method === undefined ? [] : ["-X", method]),
      quoted(path === undefined ? to : new URL(path, to).href),
      ...Object.entries(headers).map(([name, value]) => `-H ${header(name, value)}`),
      ...(request.body === undefined ? [] : ["--data-raw", quoted(body)]),
    ].join(" ");
  }
}

function header(name: string, value: string): string {
  const credentials = name === "Authorization" ? /^(\S+) +\S+$/.exec(value) : undefined;
  return credentials ? `"${name}: ${credentials[1]} $TOKEN"` : quoted(`${name}: ${value}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
