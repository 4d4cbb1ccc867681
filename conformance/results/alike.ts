/** Decides which failures have one cause: each failure has keys, and failures that share a key are one finding. */
import type { ReportedResult } from "./accepted.ts";
import { argumentRules, findArgumentRule } from "./argument-rules.ts";
import { classifyResult } from "./report.ts";
import type { Failed, Subject } from "./verdict.ts";

/** What calls are expected to leave behind; what came instead names all calls of which one broke the target. */
export const answersOthers = "a target that answers other calls after this one as before";

/** Groups failures that share a key with another one of their group. Groups, and the failures in them, keep their order. */
export function groupAlike(failures: readonly ReportedResult[]): ReportedResult[][] {
  const groups: ReportedResult[][] = [];
  const groupOf = new Map<string, ReportedResult[]>();
  for (const result of failures) {
    const keys = listCauseKeys(result);
    const group = groupOf.get(keys.find((key) => groupOf.has(key)) ?? "") ?? [];
    if (group.length === 0) groups.push(group);
    group.push(result);
    for (const key of keys) if (!groupOf.has(key)) groupOf.set(key, group);
  }
  return groups;
}

/** Lists the keys of a failure, the most certain cause first. */
function listCauseKeys(result: ReportedResult): string[] {
  const { subject, verdict } = result;
  if (verdict.status !== "failed") return [subject.id];
  // A missing header is one cause for broken MUST and SHOULD requirements.
  if (verdict.missingHeader) return [JSON.stringify(["no header", verdict.missingHeader])];
  const level = classifyResult(result);
  if (isUnmarkedError(verdict)) return [JSON.stringify([level, "unmarked errors"])];
  if (verdict.expected === answersOthers) return [JSON.stringify([level, verdict.got])];
  const toKey = (parts: readonly string[]) =>
    JSON.stringify([level, ...parts.map((text) => withoutNames(text, subject))]);
  return [
    toKey([subject.kind, ...listFailureParts(subject, verdict)]),
    ...listPlaceParts(subject, verdict).map(toKey),
    ...listRefusalParts(verdict).map(toKey),
    ...listDroppedParts(subject, verdict).map(toKey),
  ];
}

/**
 * Lists the parts of a failure that must be equal in one finding. If no tool answered, only the answer counts. Access failures of
 * all tools are alike, independent of their results. Checks of one protocol topic with the same wrong answer have one cause.
 */
function listFailureParts({ id, must, kind }: Subject, { expected, got, unanswered }: Failed): string[] {
  const answer = got.replace(
    /(JSON-RPC error -?\d+|without a JSON-RPC answer|a result(?: with isError)?).*/s,
    "$1",
  );
  if (unanswered) return [answer];
  if (kind === "authorization") return [expected, answer];
  if (kind === "protocol") return [id.split("/").slice(0, -1).join("/"), expected, got];
  const accepted = withoutResult(got);
  const general = describeGeneral({ id, kind }, { expected, got });
  const isTakenNull = kind === "input" && accepted !== got && takenNull.test(id);
  if (general === undefined && isTakenNull) return [takenNull.source, expected, accepted];
  return general === undefined ? [id, must, expected, accepted] : [general];
}

/** The cause of failures that a server has at every argument, prompt or reading tool, as a sentence; undefined for another failure. */
export function describeGeneral(
  { id, kind }: Pick<Subject, "id" | "kind">,
  { expected, got }: Pick<Failed, "expected" | "got">,
): string | undefined {
  const rule = describeRule({ id, kind }, { got });
  if (rule !== undefined) return rule;
  if (kind === "input" && id.endsWith("/type/empty") && isRefusal(expected, got))
    return "Empty texts are refused, and the schema has no minLength.";
  if (kind === "input" && /\/(minLength\/below|maxLength\/at)-astral$/.test(id))
    return "Characters outside the basic plane count as two, where JSON Schema counts characters.";
  if (kind === "prompts" && /\/required\/[^/]+$/.test(id) && withoutResult(got) !== got)
    return "Prompts are given without arguments that they require.";
  const counted = kind === "modes" ? countedPlace.exec(got)?.groups : undefined;
  return counted && `Calls of reading tools change the numbers in ${counted.holder} of ${counted.tool}.`;
}

/** The sentence and the name of the rule that `check` names where a tool takes such an argument. */
export function describeRule(
  { id, kind }: Pick<Subject, "id" | "kind">,
  { got }: Pick<Failed, "got">,
): string | undefined {
  const rule = kind === "input" && withoutResult(got) !== got ? findArgumentRule(id) : undefined;
  return rule && `${argumentRules[rule].must} [${rule}]`;
}

/** A number that differs after a call, in an object that may count the calls of each tool. */
const countedPlace = /^(?<tool>\S+): (?<holder>\/\S+?)\/[^/ ]+ is \d+ instead of \d+$/;

/** The beginning of a text that tells of an error: its first word, or the first keys of an object. */
const errorText = new RegExp(
  String.raw`^a result: \{"content":\[\{"type":"text","text":"(?:\\n|\P{L})*(?:(?:success|ok)\P{L}+false|` +
    String.raw`error|exception|failed|failure|invalid|traceback|unknown)\b`,
  "iu",
);

/** Whether a call that should fail was answered with the text of an error, in a result that does not say that it is one. */
export function isUnmarkedError({ expected, got }: Pick<Failed, "expected" | "got">): boolean {
  return /^an? (refusal|error)\b/.test(expected) && errorText.test(got);
}

/** A habit of libraries that affects every argument: they take null for a value that is left out. */
const takenNull = /\/type\/null$/;

/** A library that drops unknown keys also drops large and deep ones. */
function listDroppedParts({ id, kind }: Subject, { got, unanswered }: Failed): string[][] {
  const hasUnknownKey =
    kind === "errors" ? /\/(deep|huge|many)$/.test(id) : /\/additionalProperties\/[^/]+$/.test(id);
  return hasUnknownKey && !unanswered && withoutResult(got) !== got ? [["unknown keys are dropped"]] : [];
}

/**
 * A limit that does not hold is one cause, and so is a constraint of an input schema that is not enforced, or is stricter than the
 * spec, wherever the schema is used.
 */
function listPlaceParts({ kind, id, at }: Subject, { expected, got, unanswered }: Failed): string[][] {
  if (unanswered) return [];
  if (kind === "limits" && /#\/limits\/[^/]+$/.test(at)) return [["limit", at]];
  const keyword = id.split("/").at(-2);
  if (kind !== "input" || !at.endsWith(`/${keyword}`)) return [];
  return [["constraint", at, isRefusal(expected, got) ? "stricter" : "not enforced"]];
}

/** Valid calls that are refused with the same sentence have one cause, whatever the cases are about. */
function listRefusalParts({ expected, got, unanswered }: Failed): string[][] {
  return !unanswered && isRefusal(expected, got) ? [["refused", withoutChanging(got)]] : [];
}

/** Whether a call that should succeed was answered with an error. */
export function isRefusal(expected: string, got: string): boolean {
  const isError = /^(HTTP \d+ with )?(a result with isError|JSON-RPC error)/.test(got);
  return (
    isError && /^(a )?success$|^a call that is (accepted|allowed)$|^a result$|is answered$/.test(expected)
  );
}

/** Replaces the parts of a sentence that are other ones in each answer: ids, numbers, times, names of files. */
export function withoutChanging(text: string): string {
  return text
    .replaceAll(/[\w.:-]*\d[\w.:-]*/g, "…")
    .replaceAll(/(?:\/[\w.…-]+){2,}/g, "…")
    .trim();
}

/** Removes the result and the number of calls: any success of a tool that should have refused means the same. */
function withoutResult(got: string): string {
  return got.replace(/^((?:HTTP \d+ with )?a result): .*/s, "$1").replace(/ \(\d+ of \d+ calls\)/, "");
}

/** Returns a pattern for a name that is not a part of a longer one. */
function wholeName(tool: string): RegExp {
  return new RegExp(`(?<![\\w-])${tool.replaceAll(/[^\w-]/g, "\\$&")}(?![\\w-])`, "g");
}

/** Replaces the name of the tool, and the MCP version in checks that every version has. */
function withoutNames(text: string, { kind, tool }: Subject): string {
  const plain = tool === undefined ? text : text.replaceAll(wholeName(tool), "TOOL");
  return kind === "protocol" ? plain.replaceAll(/20\d\d-\d\d-\d\d/g, "VERSION") : plain;
}
