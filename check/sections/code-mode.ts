/** Part of the section `cost`: the TypeScript that a model reads where the host lets it write code that calls tools. */
import { hostPackage, hostTypes } from "../code-mode/host.ts";
import { inlineTypes, shareTypes, type ToolTypes } from "../code-mode/tool-types.ts";
import type { CountTokens } from "../cost/list-size.ts";
import type { PublishedTool } from "../surface/published-interface.ts";
import type { CheckFinding } from "../verdict/verdict.ts";

/** Inlining is worth a word from this many times the text with shared types, in a text of some size. */
const worthTimes = 2;
const worthCharacters = 20_000;
const mostNamed = 3;

export interface CodeModeCost {
  readonly findings: readonly CheckFinding[];
  readonly notes: readonly string[];
  readonly notInstalled: readonly string[];
}

/** @param project the folder in whose `node_modules` a host is looked for */
export async function codeModeCost(
  tools: readonly PublishedTool[],
  count: CountTokens,
  project: string,
): Promise<CodeModeCost> {
  if (tools.length === 0) return { findings: [], notes: [], notInstalled: [] };
  const shared = shareTypes(tools);
  const inlined = inlineTypes(tools);
  const made = await hostTypes(tools, project);
  const named = made && `${hostPackage} ${made.host.version}`;
  const hosts =
    made?.text === undefined
      ? `A host that inlines each $ref shows ${inlined.isCut ? "more than" : "about"} ${characters(inlined.text)}${
          named === undefined ? "" : `; ${named} could not be run`
        }.`
      : `${named} shows ${countTokens(made.text, count)}.`;
  const note = `In code mode a model reads the tools as TypeScript: ${shared.isCut ? "more than " : ""}${countTokens(shared.text, count)}, where definitions are shared types. ${hosts}`;
  const shown = made?.text ?? inlined.text;
  const isWorth = shown.length >= worthCharacters && shown.length >= worthTimes * shared.text.length;
  return {
    findings: isWorth ? [toFinding(shown, shared, inlined, tools)] : [],
    notes: [note],
    notInstalled: made === undefined ? [hostPackage] : [],
  };
}

function toFinding(
  shown: string,
  shared: ToolTypes,
  inlined: ToolTypes,
  tools: readonly PublishedTool[],
): CheckFinding {
  const growth = tools
    .map(({ name }, index) => ({
      name,
      by: (inlined.tools[index]?.length ?? 0) - (shared.tools[index]?.length ?? 0),
    }))
    .toSorted((a, b) => b.by - a.by)
    .slice(0, mostNamed)
    .filter(({ by }) => by > worthCharacters / 2);
  return {
    code: "code-mode-inlined",
    level: "note",
    says: `In code mode, a host that inlines each $ref shows ${characters(shown)} of TypeScript; with shared types they are ${characters(shared.text)}.`,
    places: growth.length > 0 ? growth.map(({ name }) => name) : tools.slice(0, 1).map(({ name }) => name),
    advice:
      "Give such a host the types that `toolwright manifest --typescript` prints, or refer to large definitions at fewer places.",
  };
}

function characters(text: string): string {
  return `${text.length.toLocaleString("en")} characters`;
}

function countTokens(text: string, count: CountTokens): string {
  return `${characters(text)}, about ${count(text).toLocaleString("en")} tokens`;
}
