/** Compares the contradictions that we find with plain Ajv: no value of an excluded type fits. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { isOfType } from "../keyword-values.ts";
import { randomFrom, valueNear } from "../test/support/near.ts";
import { plainValidatorOf } from "../test/support/plain-ajv.ts";
import { plainNames, type Schema, schemas } from "../test/support/schemas.ts";
import { makeGraph } from "./document.ts";
import { findClashes } from "./emptiness/clashes.ts";
import { conjuncts } from "./node.ts";

const some = () => schemas([], plainNames.slice(0, 3), 1);

test("no value fits schemas with a reported contradiction", () => {
  let [clashing, values] = [0, 0];
  fc.assert(
    fc.property(some(), some(), fc.nat(), (one, other, start) => {
      const both: Schema = { allOf: [one, other] };
      const clashes = findClashes(conjuncts([makeGraph(both)]));
      const fits = clashes.length > 0 ? plainValidatorOf(both) : undefined;
      if (!fits) return;
      clashing++;
      const random = randomFrom(start);
      for (const schema of [one, other, both, one, other, both]) {
        const value = valueNear(schema, random);
        if (!clashes.some(({ on }) => on === undefined || isOfType(value, on))) continue;
        values++;
        expect(fits(value), `${JSON.stringify(value)} and ${JSON.stringify(clashes[0]?.detail)}`).toBe(false);
      }
    }),
    { numRuns: 150, endOnFailure: true },
  );
  expect(clashing).toBeGreaterThan(15);
  expect(values).toBeGreaterThan(45);
});
