/** The findings about annotations: what a client may assume about a tool before it calls it. */
import { type Finding, finding } from "./codes.ts";

/** The value of a hint that is left out (MCP), and the value that promises something. */
const hints = {
  readOnlyHint: { absent: false, promise: true },
  destructiveHint: { absent: true, promise: false },
  idempotentHint: { absent: false, promise: true },
  openWorldHint: { absent: true, promise: false },
} as const;

type Annotations = Readonly<Record<string, unknown>> | undefined;

export function hintFindings(tool: string, old: Annotations, current: Annotations): Finding[] {
  const found = Object.entries(hints).flatMap(([hint, { absent, promise }]): Finding[] => {
    const [was, is] = [old?.[hint], current?.[hint]];
    if (was === is) return [];
    const words = { tool, before: String(was ?? "left out"), after: String(is ?? "left out") };
    if ((was ?? absent) === (is ?? absent))
      return [finding("safety-hint-rewritten", `annotations /${hint}`, "Its value is the same.", words)];
    const code = (is ?? absent) === promise ? "safety-promise-added" : "safety-promise-lost";
    return [finding(code, `annotations /${hint}`, `${hint} is ${is ?? absent} now.`, words)];
  });
  if (old?.title === current?.title) return found;
  const words = { tool, before: String(old?.title ?? "none"), after: String(current?.title ?? "none") };
  return [...found, finding("text-edited", "annotations /title", "The title differs.", words)];
}
