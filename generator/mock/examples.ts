/** Chooses the example of a tool that is most like a call. */
import { canonical, pointerSteps } from "@toolwright/runtime/json";
import type { Example, Tool } from "../model/operation.ts";
import { type Data, firstAt, setAt } from "./values.ts";

/** The examples of one tool, with the defaults of the input applied. */
export interface Examples {
  readonly all: readonly Example[];
  /** Returns the example with exactly these arguments; a successful one is preferred. */
  exact(input: Data): Example | undefined;
  /** The example with a result that is most like the call. */
  closest(input: Data): Example | undefined;
}

/** @param applyDefaults sets the defaults of arguments in place */
export function readExamples(tool: Tool, applyDefaults: (input: unknown) => void): Examples {
  const all = tool.examples.map((example) => {
    const input = structuredClone(example.input);
    applyDefaults(input);
    return { ...example, input };
  });
  const successes = all.filter(
    ({ failure, output, content }) => !failure && (output ?? content) !== undefined,
  );
  const failures = all.filter(({ failure }) => failure !== undefined);
  const byInput = new Map([...failures, ...successes].map((example) => [canonical(example.input), example]));
  return {
    all,
    exact: (input) => {
      const isIt = (example: Example) => canonical(withSamples(input, example)) === canonical(example.input);
      return byInput.get(canonical(input)) ?? [...successes, ...failures].find(isIt);
    },
    closest(input) {
      const scored = successes.map((example) => ({ example, score: likeness(example.input, input) }));
      return scored.sort((one, other) => other.score - one.score)[0]?.example;
    },
  };
}

/** Puts the samples of the live values of an example in place of the values that a call has there. */
function withSamples(input: Data, { live }: Example): Data {
  if (live.length === 0) return input;
  const changed = structuredClone(input);
  for (const { path, sample } of live)
    if (firstAt(changed, path) !== undefined) setAt(changed, pointerSteps(path), sample);
  return changed;
}

/** Scores the similarity of two calls by their common arguments. Arguments that choose the effect of the call count more. */
function likeness(example: Readonly<Data>, input: Data): number {
  if (canonical(example) === canonical(input)) return 1_000;
  const names = new Set([...Object.keys(example), ...Object.keys(input)]);
  return [...names].reduce((sum, name) => {
    const [one, other] = [example[name], input[name]];
    if (typeof (one ?? other) === "boolean") return sum + (Boolean(one) === Boolean(other) ? 2 : -3);
    if (one === undefined || other === undefined) return sum - 2;
    return sum + (canonical(one) === canonical(other) ? 2 : 1);
  }, 0);
}

/** Whether two calls have the same switches: the arguments that are true or false. */
export function hasSameSwitches(example: Readonly<Data>, input: Data): boolean {
  const names = [...Object.keys(example), ...Object.keys(input)].filter(
    (name) => typeof (example[name] ?? input[name]) === "boolean",
  );
  return names.every((name) => Boolean(example[name]) === Boolean(input[name]));
}
