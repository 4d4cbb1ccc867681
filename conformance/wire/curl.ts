import type { Evidence } from "../results/verdict.ts";
import { describeAnswer } from "./answer.ts";
import type { Exchange } from "./client.ts";
import type { Transport } from "./transport.ts";

const maxBodyLength = 16_000;

/**
 * Shows an exchange as a command that a person can repeat. The token becomes the variable `$TOKEN`, since reports
 * are shared.
 */
export function makeEvidence(
  { to, kind }: Transport,
  { request, answer }: Exchange,
  redact: (text: string) => string,
): Evidence {
  const { body = "" } = request;
  const curl = body.length > maxBodyLength ? `# The request has ${body.length} bytes.` : commandLine();
  return { curl: redact(curl), answer: describeAnswer(answer, redact) };

  function commandLine(): string {
    if (kind === "stdio") return `printf '%s\\n' ${shellQuoted(body)} | ${to}`;
    const { method, path, headers } = request;
    return [
      "curl -sS",
      ...(method === undefined ? [] : ["-X", method]),
      shellQuoted(path === undefined ? to : new URL(path, to).href),
      ...Object.entries(headers).map(([name, value]) => `-H ${headerArgument(name, value)}`),
      ...(request.body === undefined ? [] : ["--data-raw", shellQuoted(body)]),
    ].join(" ");
  }
}

function headerArgument(name: string, value: string): string {
  const credentials = name === "Authorization" ? /^(\S+) +\S+$/.exec(value) : undefined;
  return credentials ? `"${name}: ${credentials[1]} $TOKEN"` : shellQuoted(`${name}: ${value}`);
}

/** An argument of a shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
