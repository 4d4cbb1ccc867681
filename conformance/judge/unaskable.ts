/** Marks cases that cannot be decided for a server without a Toolwright spec: its refusals have no codes, and its spec has no examples of existing data. */
import type { CaseFile } from "../cases/format.ts";
import type { AppliedLists, ReportedResult } from "../results/accepted.ts";
import { type Cause, inapplicable } from "../results/verdict.ts";
import type { Target } from "../target/target.ts";
import type { Watch } from "./watch.ts";

/** Causes that an example in the spec would remove. */
const withoutExample: readonly Cause[] = ["refused", "domain-rule", "base-refused", "setup"];

/**
 * Marks cases as not applicable if nothing can decide them and the server promises nothing about them. If no call succeeded, the
 * server may be broken, so its cases stay unverified.
 */
export function markUndecidable(
  judgement: AppliedLists,
  cases: CaseFile,
  { refusalCode, coded }: Target,
  watch: Watch,
): AppliedLists {
  // A target file that names the place of the codes promises codes.
  if (refusalCode !== undefined || coded) return judgement;
  const isSeen = (watched: "declared" | "fits") =>
    Object.keys(cases.tools).some((tool) => watch.verdict(tool, watched).status !== "unverified");
  if (isSeen("declared") || !isSeen("fits")) return judgement;
  const examples = cases.cases.filter((each) => each.kind === "output" && "base" in each);
  const tools = new Set(examples.map(({ tool }) => tool));
  const results = judgement.results.map((result) => {
    const { verdict, acceptedFor } = result;
    if (verdict.status !== "unverified" || acceptedFor !== undefined) return result;
    const why = reasonFor(result, tools, watch);
    if (why === undefined) return result;
    const undecided = why === noExample && { undecided: verdict };
    return { ...result, verdict: { ...inapplicable(why), ...undecided } };
  });
  return { ...judgement, results };
}

const noExample = "the spec has no example that the server accepts";

function reasonFor(
  { subject, verdict }: ReportedResult,
  withExamples: ReadonlySet<string | undefined>,
  watch: Watch,
): string | undefined {
  if (verdict.status !== "unverified") return undefined;
  const { kind, tool } = subject;
  const isUnobserved = verdict.cause === "unobserved";
  if (isUnobserved && (kind === "output" || kind === "errors")) return "no call ended this way";
  if (isUnobserved && kind === "modes") return verdict.why;
  const isUndeclared = verdict.cause === "undeclared";
  if (isUndeclared && ["resources", "prompts", "protocol"].includes(kind)) return verdict.why;
  // Valid calls that differ in one argument cannot be found where no call is accepted.
  const isNeverAccepted = tool !== undefined && watch.verdict(tool, "fits").status === "unverified";
  const isOpen =
    withoutExample.includes(verdict.cause) || (isUndeclared && kind === "arguments" && isNeverAccepted);
  return isOpen && !withExamples.has(tool) ? noExample : undefined;
}
