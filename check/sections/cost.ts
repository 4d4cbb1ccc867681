/** Section `cost`: what a model reads before it calls anything. */
import { measure, type ToolStats, total } from "../cost/list-size.ts";
import { findTokenCounter } from "../cost/tokens.ts";
import { formatCount } from "../report/wording.ts";
import type { Published } from "../surface/published-interface.ts";
import type { CheckFinding, Section } from "../verdict/verdict.ts";
import { codeModeCost } from "./code-mode.ts";

/** A tool above this share of the list, in a list of some size, is named. */
const dearShare = 0.25;
/**
 * Below this size of the list, no tool is dear: the whole list is 1 percent of a context of 200,000 tokens, so a model gains nothing that
 * shows from a shorter tool.
 */
const leastDearList = 2_000;
const mostNamed = 3;

export interface CostOptions {
  /** The sizes are compared with it; undefined: there is none. */
  readonly base: Published | undefined;
  /** The folder in whose `node_modules` a tokenizer and a code-mode host are looked for. */
  readonly project: string;
}

export async function costSection({ tools }: Published, { base, project }: CostOptions): Promise<Section> {
  const { says, isExact, count, notInstalled } = await findTokenCounter(project);
  const sizes = measure(tools, count);
  const sum = total(sizes.map(({ input }) => input));
  const before = base && total(measure(base.tools, count).map(({ input }) => input));
  const change =
    before === undefined || before.tokens === sum.tokens
      ? ""
      : ` (${before.tokens.toLocaleString("en")} before)`;
  const codeMode = await codeModeCost(tools, count, project);
  const tokens = `${isExact ? "" : "about "}${sum.tokens.toLocaleString("en")} tokens`;
  return {
    name: "cost",
    summary: `${formatCount(tools.length, "tool")}, ${tokens}${change}`,
    findings: [...dearest(sizes, sum.tokens).map(toFinding), ...codeMode.findings],
    notes: [
      `${says} They are those of inputs: many clients do not show output schemas to the model.`,
      ...codeMode.notes,
    ],
    notInstalled: [...(notInstalled === undefined ? [] : [notInstalled]), ...codeMode.notInstalled],
  };
}

function dearest(sizes: readonly ToolStats[], tokens: number): ToolStats[] {
  if (sizes.length < 4 || tokens < leastDearList) return [];
  return sizes
    .filter(({ input }) => input.tokens > dearShare * tokens)
    .toSorted((a, b) => b.input.tokens - a.input.tokens)
    .slice(0, mostNamed);
}

function toFinding({ name, input, parts }: ToolStats): CheckFinding {
  const dear = parts.filter((part) => !part.name.startsWith("output")).slice(0, 3);
  return {
    code: "dear-tool",
    level: "note",
    says: `A tool takes more than a quarter of the list: about ${input.tokens.toLocaleString("en")} tokens.`,
    places: [name],
    shown: dear.map((part) => `${part.name}  about ${part.tokens.toLocaleString("en")} tokens`),
    advice: "Say less in its longest parts, or share what they have in common by $defs.",
  };
}
