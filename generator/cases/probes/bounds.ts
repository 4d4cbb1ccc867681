import { multiplesNear } from "../numbers.ts";
import { accepted, type Prober, refused, type Site, set } from "./probe.ts";

/** Keywords that bound a number, each at its bound and on either side of it. */
export const boundProbers: Readonly<Record<string, Prober>> = {
  minimum: (site, keyword) => {
    const bound = Number(site.node.schema[keyword]);
    const step = stepOf(site, bound);
    return [
      refused("below", `${bound - step}, below the least allowed,`, set(site.pointer, bound - step)),
      accepted("at", `${bound}, the least allowed,`, set(site.pointer, bound)),
      accepted("above", `${bound + step}, above the least allowed,`, set(site.pointer, bound + step)),
    ];
  },
  maximum: (site, keyword) => {
    const bound = Number(site.node.schema[keyword]);
    const step = stepOf(site, bound);
    return [
      accepted("below", `${bound - step}, below the most allowed,`, set(site.pointer, bound - step)),
      accepted("at", `${bound}, the most allowed,`, set(site.pointer, bound)),
      refused("above", `${bound + step}, above the most allowed,`, set(site.pointer, bound + step)),
    ];
  },
  exclusiveMinimum: (site, keyword) => {
    const bound = Number(site.node.schema[keyword]);
    const step = stepOf(site, bound);
    return [
      refused("at", `${bound}, which it must exceed,`, set(site.pointer, bound)),
      accepted("above", `${bound + step}, above the bound,`, set(site.pointer, bound + step)),
    ];
  },
  exclusiveMaximum: (site, keyword) => {
    const bound = Number(site.node.schema[keyword]);
    const step = stepOf(site, bound);
    return [
      accepted("below", `${bound - step}, below the bound,`, set(site.pointer, bound - step)),
      refused("at", `${bound}, below which it must stay,`, set(site.pointer, bound)),
    ];
  },
  multipleOf: (site, keyword) => {
    const step = Number(site.node.schema[keyword]);
    const current = typeof site.value === "number" ? site.value : 0;
    const near = multiplesNear(current, step);
    return [
      accepted("at", `a multiple of ${step}`, ...near.map((number) => set(site.pointer, number))),
      refused(
        "between",
        `no multiple of ${step}`,
        ...near.flatMap((number) => [
          set(site.pointer, number + step / 2),
          set(site.pointer, number - step / 2),
        ]),
        ...(step > 1
          ? near.flatMap((number) => [1, 2, 3].map((more) => set(site.pointer, number + more)))
          : []),
      ),
    ];
  },
};

/** The smallest step that stays among the allowed numbers. */
function stepOf({ nodes }: Site, bound: number): number {
  const multiple = nodes.map(({ schema }) => schema.multipleOf).find((step) => typeof step === "number");
  if (multiple !== undefined) return multiple;
  const whole = nodes.some(({ schema }) => schema.type === "integer");
  return whole || Math.abs(bound) >= 1000 ? 1 : 0.5;
}
