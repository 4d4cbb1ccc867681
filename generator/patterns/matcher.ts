import { type Matcher, steady } from "@toolwright/runtime/steady";
import { automatonOf } from "./automaton.ts";
import { programOf } from "./program.ts";
import { codePointsOf, run } from "./run.ts";
import { slownessOf } from "./slowness.ts";

const known = new Map<string, Matcher>();

/** Says which texts match a pattern (ECMAScript, `u` flag), and comes to an end with whatever pattern a spec has. */
export function patternOf(source: string): Matcher {
  let matcher = known.get(source);
  if (matcher === undefined) {
    matcher =
      slownessOf(source) === undefined ? new RegExp(source, "u") : (steadyMatcher(source) ?? patient(source));
    known.set(source, matcher);
  }
  return matcher;
}

function steadyMatcher(source: string): Matcher | undefined {
  const automaton = automatonOf(source);
  return automaton && steady(automaton);
}

/** So many steps, a second or so, are spent on a text; what then has not matched is taken for what does not. */
const mostSteps = 5_000_000;

/** For what no automaton can read. */
function patient(source: string): Matcher {
  return {
    test(text) {
      const characters = codePointsOf(text);
      const program = programOf(source, characters.length + 1, 100_000);
      return program !== undefined && run(program, characters, mostSteps, true).matches === true;
    },
  };
}
