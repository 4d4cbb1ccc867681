/** Shows requests as `curl` commands, as evidence in reports. */
import { quoteForShell } from "../server-options/command-line.ts";
import { withShellFolder } from "../server-options/fresh-folder.ts";
import { headerVariable, showAddress } from "../server-options/source.ts";
import { describeAnswer } from "./answer.ts";
import type { Exchange } from "./client.ts";
import type { Transport, WireRequest } from "./transport.ts";

const maxBodyLength = 16_000;

/**
 * Shows an exchange as a command that a user can repeat. The token becomes the variable `$TOKEN`, since reports
 * are shared.
 */
export function makeEvidence(
  transport: Transport,
  { request, answer }: Exchange,
  redact: (text: string) => string,
): { readonly curl: string; readonly answer: string } {
  return { curl: redact(requestCommand(transport, request)), answer: describeAnswer(answer, redact) };
}

/** Returns the command that sends a request. */
export function requestCommand(
  { to, kind, headerNames = [] }: Pick<Transport, "to" | "kind" | "headerNames">,
  { method, path, headers, body }: WireRequest,
): string {
  const length = body?.length ?? 0;
  if (length > maxBodyLength) return `# The request has ${length} bytes.`;
  if (kind === "stdio") return `printf '%s\\n' ${quoteForShell(body ?? "")} | ${withShellFolder(to)}`;
  const others = headerNames.map((name) => `-H "${name}: $${headerVariable(name)}"`);
  return [
    "curl -sS",
    ...(method === undefined ? [] : ["-X", method]),
    showAddress(path === undefined ? new URL(to) : new URL(path, to)),
    ...Object.entries(headers).map(([name, value]) => `-H ${headerArgument(name, value)}`),
    ...others,
    ...(body === undefined ? [] : ["--data-raw", quoteForShell(body)]),
  ].join(" ");
}

function headerArgument(name: string, value: string): string {
  const credentials = name === "Authorization" ? /^(\S+) +\S+$/.exec(value) : undefined;
  return credentials ? `"${name}: ${credentials[1]} $TOKEN"` : quoteForShell(`${name}: ${value}`);
}
