/** The cases that compare the answers of a tool with those of earlier runs, and their verdicts. */
import type { CaseFile } from "../cases/format.ts";
import { toPattern } from "../cases/places.ts";
import { failed, held, type Subject, unverified, type Verdict } from "../results/verdict.ts";
import type { CommonLeaf, RecordedRun } from "./answers.ts";
import type { Comparison, Difference } from "./comparison.ts";

/** The answers of one tool, compared with those of earlier runs. It makes no requests: the other cases of the run do. */
export interface AnswersCase extends Subject {
  readonly kind: "answers";
  readonly tool: string;
}

export function isAnswersCase(each: { readonly kind: string }): each is AnswersCase {
  return each.kind === "answers";
}

/** Lists a case for each tool and each resource. */
export function answersCases({ tools, resources = {}, cases }: CaseFile): AnswersCase[] {
  return [...Object.keys(tools), ...Object.keys(resources)].map((tool): AnswersCase => {
    const must = `What ${tool} answers is what it answered in earlier runs.`;
    const at = tools[tool]?.at ?? cases.find((each) => each.tool === tool)?.at ?? "service.yaml#";
    return { kind: "answers", id: `answers/${tool}`, must, at, tool };
  });
}

/** The most places that a finding names, and the length to which it shortens values. */
const mostPlaces = 8;
const mostCharacters = 160;

export function answersVerdict({ tool }: AnswersCase, comparison: Comparison): Verdict {
  const { compared, differences } = comparison.of(tool);
  const [first] = differences;
  if (first !== undefined) {
    const { place, before, exchange } = first;
    const expected = `${namePlace(place)} is ${showValue(before)}, as in ${showRuns(comparison.runs)}`;
    return failed(expected, describe(differences), exchange);
  }
  return compared > 0
    ? held
    : unverified("unobserved", "no call of this run is like one of the earlier runs that two of them made");
}

function describe(differences: readonly Difference[]): string {
  const [first] = differences as [Difference];
  const places = [...new Set(differences.map(({ place }) => namePlace(toPattern(place))))];
  const named = places.slice(0, mostPlaces).join(", ");
  const rest = places.length > mostPlaces ? ` and ${places.length - mostPlaces} more` : "";
  const answers = new Set(differences.map(({ exchange }) => exchange)).size;
  const all =
    differences.length === 1
      ? ""
      : `; ${answers === 1 ? "1 answer differs" : `${answers} answers differ`}, at ${named}${rest}`;
  return `${first.now === undefined ? "it is gone" : showValue(first.now, first.before)}${all}`;
}

function namePlace(place: string): string {
  return place === "" ? "the outcome" : place;
}

/** Shows a value; of a long text the part in which it differs from the other one. */
function showValue({ exact, loose }: CommonLeaf, other?: CommonLeaf): string {
  const isLoose = exact === undefined || (other?.exact === undefined && other !== undefined);
  const value = isLoose ? loose : exact;
  if (typeof value !== "string" || value.length <= mostCharacters) return JSON.stringify(value);
  const start = other === undefined ? 0 : findDifference(value, String(isLoose ? other.loose : other.exact));
  const from = Math.max(0, start - mostCharacters / 4);
  const part = value.slice(from, from + mostCharacters);
  return `${from > 0 ? "\u2026" : ""}${JSON.stringify(part)}\u2026`;
}

function findDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

function showRuns(runs: readonly RecordedRun[]): string {
  const last = runs.at(-1)?.date.slice(0, 10) ?? "";
  return `${runs.length} runs, the last of ${last}`;
}
