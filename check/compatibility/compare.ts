/** Compares two published interfaces. */
import { compareText } from "../report/wording.ts";
import type { Published, UnreadableTool } from "../surface/published-interface.ts";
import { readListed } from "../surface/resource-lists.ts";
import { type Code, classes, type Finding, finding, subjects } from "./codes.ts";
import { findInDeclared } from "./declarations.ts";
import { resourceFindings, toolFindings } from "./tools.ts";

/** The differences of two interfaces. */
export interface InterfaceComparison {
  /** The gravest first, then by subject and tool. */
  readonly findings: readonly Finding[];
  /** Parts that could not be compared, as sentences. */
  readonly notes: readonly string[];
  /** Problems of the new side, as sentences: its tools that cannot be read. */
  readonly problems: readonly string[];
}

/** Compares two published interfaces: what callers of the old one see of the new one. */
export function compareInterfaces(old: Published, current: Published): InterfaceComparison {
  const names = new Set([old, current].flatMap(({ unreadable = [] }) => unreadable.map(({ name }) => name)));
  const tools = toolFindings(without(names, old), without(names, current));
  const findings = [
    ...tools,
    ...resourceFindings(old, current),
    ...findInDeclared(old, current).map((each) => replaceLimitCode(each, tools)),
  ];
  const sides = [...(old.declared ? [] : ["the old"]), ...(current.declared ? [] : ["the new"])];
  const [what, are] =
    readListed(old) && readListed(current)
      ? ["Failures", "lists"]
      : ["Resources, prompts, failures", "the tools"];
  const note = `${what}, limits, states, guarded fields and behaviour were not compared: ${sides.join(" and ")} side is ${are} alone, which do not say them.`;
  return {
    findings: sortFindings(findings),
    notes: [
      ...unreadableTexts(old, "old"),
      ...(sides.length > 0 ? [note] : []),
      ...noteUndescribed(old, current),
    ],
    problems: unreadableTexts(current, "new"),
  };
}

/** Releases of before do not say how tools behave. */
function noteUndescribed({ declared: was }: Published, { declared: is }: Published): string[] {
  if (!was || !is || (was.described && is.described)) return [];
  return [
    "Behaviour, examples and texts of the server were not compared: an earlier version froze the release.",
  ];
}

/** A tool that cannot be read on one side is not compared: it is neither new nor gone. */
function without(names: ReadonlySet<string>, side: Published): Published {
  return { ...side, tools: side.tools.filter(({ name }) => !names.has(name)) };
}

/** The tools of a side that cannot be read: a sentence for each problem. */
export function unreadableTexts({ unreadable = [] }: Published, side: "old" | "new"): string[] {
  const reasonOf = ({ name, problem }: UnreadableTool) =>
    problem.replace(`Tool ${JSON.stringify(name)}: `, "");
  return [...Map.groupBy(unreadable, reasonOf)].map(([reason, tools]) => {
    const [first] = tools;
    return tools.length === 1 && first
      ? `${first.name} was not compared, since the ${side} side cannot be read: ${first.problem}`
      : `${tools.length} tools were not compared, since the ${side} side cannot be read: ${tools.map(({ name }) => name).join(", ")}. Each: ${reason}`;
  });
}

/**
 * Codes for limits that only bound results. Lowering such a limit refuses no call, but results can have less; raising it breaks
 * callers, because results become longer than promised.
 */
const codesOfResults: Partial<
  Record<Code, { readonly outputs: readonly Code[]; readonly inputs: Code; readonly code: Code }>
> = {
  "limit-lowered": {
    outputs: ["output-range-narrowed", "output-items-lowered"],
    inputs: "input-range-narrowed",
    code: "limit-of-results-lowered",
  },
  "limit-raised": {
    outputs: ["output-range-widened"],
    inputs: "input-range-widened",
    code: "limit-of-results-raised",
  },
};

/**
 * Replaces the code of a limit finding if the schemas show that the limit only bounds results: an output number changed in the
 * same direction, and no input number did.
 */
function replaceLimitCode(each: Finding, tools: readonly Finding[]): Finding {
  const { before, after, place, detail } = each;
  const codes = codesOfResults[each.code];
  if (codes === undefined || before === undefined || after === undefined) return each;
  const hasNumbers = (other: Finding) =>
    numbersIn(other.before).includes(before) && numbersIn(other.after).includes(after);
  const isIn = (wanted: Code) => tools.some((other) => other.code === wanted && hasNumbers(other));
  const { outputs, inputs, code } = codes;
  return outputs.some(isIn) && !isIn(inputs) ? finding(code, place, detail, { before, after }) : each;
}

function numbersIn(text = ""): readonly string[] {
  return text.match(/-?\d+(\.\d+)?/g) ?? [];
}

function sortFindings(findings: readonly Finding[]): Finding[] {
  const rank = ({ class: kind, subject }: Finding) =>
    classes.indexOf(kind) * subjects.length + subjects.indexOf(subject);
  const text = ({ tool = "", place, code }: Finding) => `${tool} ${place} ${code}`;
  return findings.toSorted((a, b) => rank(a) - rank(b) || compareText(text(a), text(b)));
}
