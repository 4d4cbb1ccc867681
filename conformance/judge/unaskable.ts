/** Says why cases are open at a server without a Toolwright spec: its refusals have no codes, and its spec has no examples of existing data. */
import type { CaseFile } from "../cases/format.ts";
import type { AppliedLists, ReportedResult } from "../results/accepted.ts";
import { type Cause, inapplicable, type Verdict } from "../results/verdict.ts";
import type { Target } from "../target/target.ts";
import type { Watch } from "./watch.ts";

/** Causes that an example in the spec would remove. */
const withoutExample: readonly Cause[] = ["refused", "domain-rule", "base-refused", "setup"];

/**
 * Marks cases as not applicable if they are about what the server promises nothing of, and never did. A case whose call was refused stays
 * unverified: another example, or a wider schema, would decide it.
 */
export function markUndecidable(
  given: AppliedLists,
  cases: CaseFile,
  { refusalCode, coded }: Target,
  watch: Watch,
): AppliedLists {
  const judgement = markWithoutRefusals(given, cases, watch);
  // A target file that names the place of the codes promises codes.
  if (refusalCode !== undefined || coded) return judgement;
  const isSeen = (watched: "declared" | "fits") =>
    Object.keys(cases.tools).some((tool) => watch.verdict(tool, watched).status !== "unverified");
  if (isSeen("declared") || !isSeen("fits")) return judgement;
  const examples = cases.cases.filter((each) => each.kind === "output" && "base" in each);
  const tools: Tools = {
    withExamples: new Set(examples.map(({ tool }) => tool)),
    accepting: new Set(judgement.results.filter(isAcceptedBase).map(({ subject }) => subject.tool)),
  };
  const results = judgement.results.map((result) => {
    const { verdict, acceptedFor } = result;
    if (verdict.status !== "unverified" || acceptedFor !== undefined) return result;
    return { ...result, verdict: withReason(result, tools, watch) };
  });
  return { ...judgement, results };
}

/** Marks what says how a tool refuses as not applicable if the spec names no refusal of it, and it refused no call: a list without arguments. */
function markWithoutRefusals(judgement: AppliedLists, cases: CaseFile, watch: Watch): AppliedLists {
  const results = judgement.results.map((result) => {
    const { subject, verdict, acceptedFor } = result;
    const { kind, tool } = subject;
    const isAboutRefusals = kind === "output" || kind === "errors";
    if (verdict.status !== "unverified" || verdict.cause !== "unobserved" || !isAboutRefusals) return result;
    const refusesNothing = tool !== undefined && cases.tools[tool]?.failures.length === 0;
    const isAnswered = refusesNothing && watch.verdict(tool, "fits").status !== "unverified";
    if (!isAnswered || acceptedFor !== undefined) return result;
    return { ...result, verdict: inapplicable("the spec names no refusal, and no call was refused") };
  });
  return { ...judgement, results };
}

/** Tools by what is known of their arguments. */
interface Tools {
  /** Those with examples in the spec. */
  readonly withExamples: ReadonlySet<string | undefined>;
  /** Those that accepted the arguments from which the cases start, so that no other example is needed. */
  readonly accepting: ReadonlySet<string | undefined>;
}

function isAcceptedBase({ subject, verdict }: ReportedResult): boolean {
  return verdict.status === "held" && /^input\/[^/]+\/required-only$/.test(subject.id);
}

const ownRule = "a rule of the server refuses values that the schema allows";

/** Causes in the changed value of a case, if the arguments from which it starts are accepted. */
const ofValue: readonly Cause[] = ["refused", "domain-rule"];

function withReason({ subject, verdict }: ReportedResult, tools: Tools, watch: Watch): Verdict {
  if (verdict.status !== "unverified") return verdict;
  const { kind, tool } = subject;
  const isUnobserved = verdict.cause === "unobserved";
  if (isUnobserved && (kind === "output" || kind === "errors")) return inapplicable("no call ended this way");
  const isUndeclared = verdict.cause === "undeclared";
  if (isUndeclared && ["resources", "prompts", "protocol"].includes(kind)) return inapplicable(verdict.why);
  // Valid calls that differ in one argument cannot be found where no call is accepted.
  const isNeverAccepted = tool !== undefined && watch.verdict(tool, "fits").status === "unverified";
  const isOpen =
    withoutExample.includes(verdict.cause) || (isUndeclared && kind === "arguments" && isNeverAccepted);
  if (!isOpen || tools.withExamples.has(tool)) return verdict;
  if (tools.accepting.has(tool) && ofValue.includes(verdict.cause))
    return { ...verdict, cause: "domain-rule", why: `${ownRule}: ${verdict.why}` };
  return { ...verdict, lacksExample: true };
}
