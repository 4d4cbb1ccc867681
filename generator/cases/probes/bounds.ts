/** Probes of the keywords that bound a number. */
import { multiplesNear } from "../../schema/graph/numbers.ts";
import { accepted, boundOf, type ProbedValue, type Prober, refused, set } from "./probe.ts";

/** Keywords that bound a number, each at its bound and on either side of it. */
export const boundProbers: Readonly<Record<string, Prober>> = {
  minimum: (probed, keyword) => {
    const bound = boundOf(probed, keyword);
    const step = stepOf(probed, bound);
    return [
      refused("below", `${bound - step}, below the least allowed,`, set(probed.pointer, bound - step)),
      accepted("at", `${bound}, the least allowed,`, set(probed.pointer, bound)),
      accepted("above", `${bound + step}, above the least allowed,`, set(probed.pointer, bound + step)),
    ];
  },
  maximum: (probed, keyword) => {
    const bound = boundOf(probed, keyword);
    const step = stepOf(probed, bound);
    return [
      accepted("below", `${bound - step}, below the most allowed,`, set(probed.pointer, bound - step)),
      accepted("at", `${bound}, the most allowed,`, set(probed.pointer, bound)),
      refused("above", `${bound + step}, above the most allowed,`, set(probed.pointer, bound + step)),
    ];
  },
  exclusiveMinimum: (probed, keyword) => {
    const bound = boundOf(probed, keyword);
    const step = stepOf(probed, bound);
    return [
      refused("at", `${bound}, which it must exceed,`, set(probed.pointer, bound)),
      accepted("above", `${bound + step}, above the bound,`, set(probed.pointer, bound + step)),
    ];
  },
  exclusiveMaximum: (probed, keyword) => {
    const bound = boundOf(probed, keyword);
    const step = stepOf(probed, bound);
    return [
      accepted("below", `${bound - step}, below the bound,`, set(probed.pointer, bound - step)),
      refused("at", `${bound}, below which it must stay,`, set(probed.pointer, bound)),
    ];
  },
  multipleOf: (probed, keyword) => {
    const step = boundOf(probed, keyword);
    const current = typeof probed.value === "number" ? probed.value : 0;
    const near = multiplesNear(current, step);
    return [
      accepted("at", `a multiple of ${step}`, ...near.map((number) => set(probed.pointer, number))),
      refused(
        "between",
        `no multiple of ${step}`,
        ...near.flatMap((number) => [
          set(probed.pointer, number + step / 2),
          set(probed.pointer, number - step / 2),
        ]),
        ...(step > 1
          ? near.flatMap((number) => [1, 2, 3].map((more) => set(probed.pointer, number + more)))
          : []),
      ),
    ];
  },
};

/** The smallest step that stays among the allowed numbers. */
function stepOf({ nodes }: ProbedValue, bound: number): number {
  const multiple = nodes.find(({ numbers }) => numbers.multipleOf !== undefined)?.numbers.multipleOf;
  if (multiple !== undefined) return multiple;
  const whole = nodes.some(({ types }) => types?.length === 1 && types[0] === "integer");
  return whole || Math.abs(bound) >= 1000 ? 1 : 0.5;
}
