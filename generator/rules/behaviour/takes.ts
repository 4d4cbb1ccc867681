/** A rule about the key `takes`: amounts that one tool puts into a place, and another one takes out. */
import type { Violation } from "../../diagnostics/diagnostic.ts";
import { locationBelow } from "../../resolve/limits.ts";
import { absent, type Rule } from "../rule.ts";

export const takeRules: readonly Rule[] = [
  {
    code: "taken-amount",
    sentence: "A tool takes away what a writing tool puts in.",
    violations: ({ tools }) =>
      tools.flatMap((tool): Violation[] => {
        const { takes } = tool.behaviour;
        if (takes === undefined) return [];
        const at = locationBelow(takes.at, ["put_by", "tool"]);
        const putter = tools.find(({ name }) => name === takes.putBy.tool);
        const known = tools.map(({ name }) => name);
        if (putter === undefined) return [absent("tool", takes.putBy.tool, known, at)];
        const isReading = putter.annotations?.readOnlyHint === true;
        return isReading ? [{ at, detail: `${putter.name} only reads.` }] : [];
      }),
  },
];
