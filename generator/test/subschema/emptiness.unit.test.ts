/** What is found to contradict itself is held against plain Ajv: no value of the types that are ruled out fits. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { makeGraph } from "../../json-schema/graph/document.ts";
import { findClashes } from "../../json-schema/graph/emptiness/clashes.ts";
import { conjuncts } from "../../json-schema/graph/node.ts";
import { isOfType } from "../../json-schema/keyword-values.ts";
import { randomFrom, valueNear } from "../support/laws/near.ts";
import { plainValidatorOf } from "../support/laws/plain-ajv.ts";
import { plainNames, type Schema, schemas } from "../support/laws/schemas.ts";

const some = () => schemas([], plainNames.slice(0, 3), 1);

test("no value fits keywords that contradict each other", () => {
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
