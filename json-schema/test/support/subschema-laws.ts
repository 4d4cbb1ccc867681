/** Checks the results of `compareSchemas` with plain Ajv and generated values. */
import fc from "fast-check";
import { referenceIn } from "../../graph/document.ts";
import { graphFor } from "../../graph/graph.ts";
import { circles } from "../../in-place.ts";
import { compareSchemas } from "../../subschema/compare.ts";
import { randomFrom, valueNear } from "./near.ts";
import { pairs } from "./pairs.ts";
import { plainValidatorOf } from "./plain-ajv.ts";
import type { Schema } from "./schemas.ts";

/** How much was looked at: a law that never meets a proof or a witness proves little. */
export interface Seen {
  pairs: number;
  proven: number;
  shown: number;
  undecided: number;
  values: number;
}

/**
 * Asserts, in both directions, that a compatible schema rejects no value that fitted before, and that a break shows a value
 * that fits one schema and not the other. Plain Ajv decides.
 */
export function comparisonsHold(numRuns: number): Seen {
  const seen: Seen = { pairs: 0, proven: 0, shown: 0, undecided: 0, values: 0 };
  fc.assert(
    fc.property(pairs(), fc.nat(), ({ old, current }, start) => {
      const [fitsOld, fitsCurrent] = [validator(old), validator(current)];
      if (!fitsOld || !fitsCurrent) return;
      seen.pairs++;
      const { narrowed, widened } = compareSchemas(old, current);
      const random = randomFrom(start);
      const values = Array.from({ length: 60 }, (_, index) =>
        valueNear(index % 2 === 0 ? old : current, random),
      );
      for (const [gaps, from, to] of [
        [narrowed, fitsOld, fitsCurrent],
        [widened, fitsCurrent, fitsOld],
      ] as const) {
        const witness = gaps.find((gap) => gap.witness)?.witness;
        if (gaps.length === 0) seen.proven++;
        else if (witness) seen.shown++;
        else seen.undecided++;
        for (const gap of gaps)
          if (gap.witness && (!from(gap.witness.value) || to(gap.witness.value)))
            throw new Error(`${JSON.stringify(gap.witness.value)} is no witness at ${gap.keyword}`);
        if (gaps.length > 0) continue;
        for (const value of values) {
          seen.values++;
          if (from(value) && !to(value))
            throw new Error(`called compatible, and ${JSON.stringify(value)} is refused`);
        }
      }
    }),
    { numRuns, endOnFailure: true },
  );
  return seen;
}

/** Undefined where Ajv cannot tell: a reference may lead in a circle for the same value. */
function validator(schema: Schema): ((value: unknown) => boolean) | undefined {
  if (
    circles([{ uri: "", schema, dialect: "2020-12", at: { file: "", path: [] } }], graphFor(referenceIn))
      .length > 0
  )
    return undefined;
  return plainValidatorOf(schema);
}
