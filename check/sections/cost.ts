/** Section `cost`: what a model reads before it calls anything. */
import { measure, type ToolStats, total } from "../cost/list-size.ts";
import { counted } from "../report/wording.ts";
import type { Published } from "../surface/published.ts";
import type { CheckFinding, Section } from "../verdict/verdict.ts";

/** A tool above this share of the list, in a list of some size, is named. */
const dearShare = 0.25;
const mostNamed = 3;

/** @param base the sizes are compared with it; undefined: there is none */
export function costSection({ tools }: Published, base: Published | undefined): Section {
  const sizes = measure(tools);
  const sum = total(sizes.map(({ input }) => input));
  const before = base && total(measure(base.tools).map(({ input }) => input));
  const change =
    before === undefined || before.tokens === sum.tokens
      ? ""
      : ` (${before.tokens.toLocaleString("en")} before)`;
  return {
    name: "cost",
    summary: `${counted(tools.length, "tool")}, about ${sum.tokens.toLocaleString("en")} tokens${change}`,
    findings: dearest(sizes, sum.tokens).map(toFinding),
    notes: [
      "Tokens are an estimate, and those of inputs: many clients do not show output schemas to the model.",
    ],
  };
}

function dearest(sizes: readonly ToolStats[], tokens: number): ToolStats[] {
  if (sizes.length < 4) return [];
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
