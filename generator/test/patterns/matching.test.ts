import fc from "fast-check";
import { expect, test } from "vitest";
import { steady } from "../../../runtime/steady.ts";
import { automatonOf } from "../../patterns/automaton.ts";
import { programOf } from "../../patterns/program.ts";
import { codePointsOf, run } from "../../patterns/run.ts";
import { anyPattern, regularPattern } from "./arbitrary.ts";

const text = fc.string({ unit: fc.constantFrom(..."abA-1k \né😀"), maxLength: 9 });

test("counted steps lead where RegExp leads, with and without trying places twice", () => {
  let compared = 0;
  fc.assert(
    fc.property(anyPattern, fc.array(text, { minLength: 4, maxLength: 4 }), (pattern, texts) => {
      const expression = compiled(pattern);
      if (expression === undefined) return;
      for (const text of texts.map((text) => comparable(text, pattern))) {
        const characters = codePointsOf(text);
        const program = programOf(pattern, characters.length + 1, 5_000);
        if (program === undefined) continue;
        for (const isForgetful of [false, true]) {
          const { matches } = run(program, characters, 100_000, isForgetful);
          if (matches === undefined) continue;
          compared++;
          expect(matches, `${pattern} ${JSON.stringify(text)} ${isForgetful}`).toBe(expression.test(text));
        }
      }
    }),
    { numRuns: 2_000 },
  );
  expect(compared).toBeGreaterThan(1_000);
});

test("an automaton takes what RegExp takes", () => {
  let compared = 0;
  fc.assert(
    fc.property(
      fc.oneof(regularPattern, anyPattern),
      fc.array(text, { minLength: 4, maxLength: 4 }),
      (pattern, texts) => {
        const expression = compiled(pattern);
        const automaton = expression && automatonOf(pattern);
        if (!automaton) return;
        const matcher = steady(automaton);
        for (const text of texts.map((text) => comparable(text, pattern))) {
          compared++;
          expect(matcher.test(text), `${pattern} ${JSON.stringify(text)}`).toBe(expression!.test(text));
        }
      },
    ),
    { numRuns: 2_000 },
  );
  expect(compared).toBeGreaterThan(1_000);
});

test("an automaton forgets states, and takes the same texts", () => {
  // What the last twelve characters were makes 4,096 states, four times what is kept.
  const matcher = steady(automatonOf("a.{11}$")!);
  const expression = /a.{11}$/u;
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", "b"), minLength: 200, maxLength: 300 }), (text) => {
      expect(matcher.test(text)).toBe(expression.test(text));
    }),
    { numRuns: 300 },
  );
});

function compiled(pattern: string): RegExp | undefined {
  // V8 keeps what a group took at an earlier start where a lookaround asks for it.
  if (/\\[12k]/.test(pattern) && /\(\?<?[=!]/.test(pattern)) return undefined;
  try {
    return new RegExp(pattern, "u");
  } catch {
    return undefined;
  }
}

/** V8 looks for `\B` and lookarounds also in the middle of a surrogate pair, and takes `(?i:)` to mean what follows it, too. */
function comparable(text: string, pattern: string): string {
  return /\\B|\(\?/.test(pattern) ? text.replaceAll("😀", "") : text;
}
