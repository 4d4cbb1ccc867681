/** Probes of the keywords that bound a number. */
import { multiplesNear } from "@toolwright/json-schema/graph";
import { accepted, type ProbedValue, type Prober, readBound, refused, set, setEach, steps } from "./probe.ts";

/** Numbers at a bound, and a step below and above it. */
type Bound = readonly [make: typeof accepted, variant: keyof typeof steps, what: string];

const bounds: Readonly<Record<string, readonly Bound[]>> = {
  minimum: [
    [refused, "below", "below the least allowed"],
    [accepted, "at", "the least allowed"],
    [accepted, "above", "above the least allowed"],
  ],
  maximum: [
    [accepted, "below", "below the most allowed"],
    [accepted, "at", "the most allowed"],
    [refused, "above", "above the most allowed"],
  ],
  exclusiveMinimum: [
    [refused, "at", "which it must exceed"],
    [accepted, "above", "above the bound"],
  ],
  exclusiveMaximum: [
    [accepted, "below", "below the bound"],
    [refused, "at", "below which it must stay"],
  ],
};

function boundProber(around: readonly Bound[]): Prober {
  return (probed, keyword) => {
    const bound = readBound(probed, keyword);
    const step = findStep(probed, bound);
    return around.map(([make, variant, what]) => {
      const number = bound + steps[variant] * step;
      const probe = make(variant, `${number}, ${what},`, set(probed.pointer, number));
      return { ...probe, isTriedBy: (value) => value === number };
    });
  };
}

/** Probes keywords that bound a number at the bound and on both sides of it. */
export const boundProbers: Readonly<Record<string, Prober>> = {
  ...Object.fromEntries(Object.entries(bounds).map(([keyword, around]) => [keyword, boundProber(around)])),
  multipleOf: (probed, keyword) => {
    const step = readBound(probed, keyword);
    const current = typeof probed.value === "number" ? probed.value : 0;
    const near = multiplesNear(current, step);
    const halves = near.flatMap((number) => [number + step / 2, number - step / 2]);
    const next = step > 1 ? near.flatMap((number) => [number + 1, number + 2, number + 3]) : [];
    return [
      accepted("at", `a multiple of ${step}`, ...setEach(probed, near)),
      refused("between", `no multiple of ${step}`, ...setEach(probed, [...halves, ...next])),
    ];
  },
};

/** The smallest step that stays among the allowed numbers. */
function findStep({ nodes }: ProbedValue, bound: number): number {
  const multiple = nodes.find(({ numbers }) => numbers.multipleOf !== undefined)?.numbers.multipleOf;
  if (multiple !== undefined) return multiple;
  const whole = nodes.some(({ types }) => types?.length === 1 && types[0] === "integer");
  return whole || Math.abs(bound) >= 1000 ? 1 : 0.5;
}
