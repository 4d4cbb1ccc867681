import type { CaseFile } from "toolwright/runtime";
import type { Exchange } from "../wire/client.ts";
import { leakIn } from "./hygiene.ts";
import { builtInCodes, type Outcome, retryableOf } from "./outcome.ts";
import type { Observation } from "./watch.ts";

/** What is wrong with an answer that is no success. */
export function problemsOfRefusal(
  tool: string,
  { answer, request }: Exchange,
  outcome: Outcome,
  { cases, secrets }: { readonly cases: CaseFile; readonly secrets: ReadonlySet<string> },
): Observation {
  const body = answer.kind === "broken" ? (answer.broken.body ?? "") : answer.reply.body;
  const leak = leakIn(decoded(body), request.body ?? "", secrets);
  const clean = leak === undefined ? undefined : `an error that tells ${leak}`;
  if (outcome.is !== "refusal") return { clean };
  return {
    clean,
    form: problemOfForm(outcome, cases),
    ...(outcome.code !== undefined && { declared: problemOfCode(tool, outcome.code, cases) }),
  };
}

/** Line breaks and quotes of JSON texts are escaped; patterns look for them as they are. */
function decoded(body: string): string {
  return body.replaceAll("\\n", "\n").replaceAll('\\"', '"').replaceAll("\\\\", "\\").replaceAll("\\/", "/");
}

function problemOfForm(
  { result, text, code }: Extract<Outcome, { is: "refusal" }>,
  { failures }: CaseFile,
): string | undefined {
  if (text.trim() === "") return "a refusal without a text";
  if (result.structuredContent !== undefined) return "a refusal with structuredContent";
  const declared =
    code !== undefined && Object.hasOwn(failures, code) ? failures[code]!.retryable : undefined;
  const said = retryableOf(result);
  if (declared === undefined || said === undefined || said === declared) return undefined;
  return `retryable: ${said} for ${code}, which the spec declares ${declared ? "worth a retry" : "not worth a retry"}`;
}

function problemOfCode(tool: string, code: string, { tools }: CaseFile): string | undefined {
  const allowed = [...tools[tool]!.failures, ...builtInCodes];
  return allowed.includes(code) ? undefined : `the code ${code}, which ${tool} does not declare`;
}
