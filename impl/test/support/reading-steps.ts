/** Counts the steps that a reader takes, so that its growth with the length of a text is known without a clock. */
import { Session } from "node:inspector/promises";

/** A method that walks through characters or items without running code of ours. */
interface Walk {
  readonly owner: object;
  readonly name: string;
  /** The number of characters or items that it walks through. */
  steps(self: { readonly length: number }, given: readonly unknown[], result: unknown): number;
}

const length = (value: unknown): number =>
  typeof value === "string" || Array.isArray(value) || ArrayBuffer.isView(value)
    ? (value as unknown as { readonly length: number }).length
    : 0;

/** From where a search begins to where it finds something, or to the end. */
const searched: Walk["steps"] = (self, [, from = 0], result) =>
  (typeof result === "number" && result >= 0 ? result : length(self)) - Number(from);
const whole: Walk["steps"] = (self) => length(self);
const resulting: Walk["steps"] = (_, __, result) => length(result);

const walks = (owner: object, names: readonly string[], steps: Walk["steps"]): Walk[] =>
  names.map((name) => ({ owner, name, steps }));

const WALKS: readonly Walk[] = [
  ...walks(String.prototype, ["indexOf"], searched),
  ...walks(
    String.prototype,
    ["lastIndexOf"],
    (self, [, from = length(self)], result) => Number(from) - Number(result),
  ),
  ...walks(String.prototype, ["includes", "normalize", "toLowerCase", "split"], whole),
  ...walks(String.prototype, ["replace", "replaceAll", "toWellFormed", "localeCompare"], whole),
  ...walks(String.prototype, ["slice", "substring", "repeat", "trim", "padEnd"], resulting),
  ...walks(Array.prototype, ["indexOf", "includes"], searched),
  ...walks(Array.prototype, ["slice", "concat", "toSorted", "toReversed", "with", "splice"], resulting),
  ...walks(Array.prototype, ["join", "shift", "unshift"], whole),
  ...walks(
    Object.getPrototypeOf(Uint8Array.prototype),
    ["fill"],
    (_, [, from, to]) => Number(to) - Number(from),
  ),
];

export interface StepCounter {
  count(read: () => void): Promise<number>;
  close(): void;
}

/**
 * Counts how often each block of code runs, and the characters and items that built-in methods walk through. Not counted: what an
 * expression tries again before it matches, spread lists, sorting without a callback, and `Intl`.
 */
export async function openStepCounter(): Promise<StepCounter> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  const takeBlocks = async () => {
    const { result } = await session.post("Profiler.takePreciseCoverage");
    const own = result.filter(({ url }) => !url.endsWith(OWN_NAME));
    return own
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)))
      .reduce((sum, count) => sum + count, 0);
  };
  return {
    async count(read) {
      await takeBlocks();
      const walked = countWalks(read);
      return walked + (await takeBlocks());
    },
    close: () => session.disconnect(),
  };
}

const OWN_NAME = "/reading-steps.ts";

/** Counts an expression from where it begins to search to the end of its match. One that fails where it stands has looked there. */
function expressionSteps(
  { source, flags }: RegExp,
  text: string,
  from: number,
  match: RegExpExecArray | null,
) {
  if (match !== null) return match.index + match[0].length - from;
  return flags.includes("y") || source.startsWith("^") ? 1 : text.length - from;
}

/** Counts the walks of built-in methods while something runs. */
function countWalks(run: () => unknown): number {
  let steps = 0;
  const originals = WALKS.map(({ owner, name }) => Object.getOwnPropertyDescriptor(owner, name)!);
  for (const [at, { owner, name, steps: stepsOf }] of WALKS.entries()) {
    const { value: original, ...rest } = originals[at]!;
    Object.defineProperty(owner, name, {
      ...rest,
      value(this: { readonly length: number }, ...given: unknown[]) {
        const result: unknown = Reflect.apply(original, this, given);
        steps += stepsOf(this, given, result);
        return result;
      },
    });
  }
  const { exec } = RegExp.prototype;
  RegExp.prototype.exec = function (text) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const match = Reflect.apply(exec, this, [text]) as RegExpExecArray | null;
    steps += expressionSteps(this, text, from, match);
    return match;
  };
  try {
    run();
  } finally {
    RegExp.prototype.exec = exec;
    for (const [at, { owner, name }] of WALKS.entries()) Object.defineProperty(owner, name, originals[at]!);
  }
  return steps;
}
