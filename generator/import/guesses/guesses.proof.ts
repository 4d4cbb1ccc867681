/** Compares what is guessed from names with what people wrote in the specs of whole servers. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Entry } from "@toolwright/check/surface";
import { expect, test } from "vitest";
import { compile } from "../../compile.ts";
import { manifestOf } from "../../emit/manifest.ts";
import { readSpec } from "../../files/spec.ts";
import type { Entity } from "../../model/behaviour.ts";
import type { Model } from "../../model/model.ts";
import { listingOf } from "../../test/support/import/listings.ts";
import { importListing } from "../index.ts";

const folder = join(import.meta.dirname, "../../../conformance/test/strangers");
const specs = readdirSync(folder)
  .map((name) => join(folder, name, "spec"))
  .filter(existsSync);

/** Compares what the names in a manifest tell with what the people who wrote the server say. */
function compareGuesses(path: string) {
  const { model } = compile(readSpec(path)) as { readonly model: Model };
  const entries = manifestOf(model) as readonly Entry[];
  const { guesses } = importListing(listingOf(...entries));
  const madeBy = ({ tool, path: at }: { readonly tool: string; readonly path: string }) => `${tool} ${at}`;
  const made = model.entities.flatMap((each: Entity) => (each.madeBy ? [madeBy(each.madeBy)] : []));
  const guessed = guesses
    .filter(({ tool }) => tool === undefined)
    .map(({ value }) => madeBy(value.made_by as { readonly tool: string; readonly path: string }));
  const keyed = (key: string) =>
    guesses.flatMap((each) =>
      each.key === key && each.tool !== undefined ? [entries[each.tool]!.name] : [],
    );
  const declared = (has: (tool: Model["tools"][number]) => boolean) =>
    model.tools.filter(has).map(({ name }) => name);
  return {
    entities: { made, guessed },
    pages: { made: declared(({ behaviour }) => behaviour.pages !== undefined), guessed: keyed("pages") },
    idempotency: {
      made: declared(({ behaviour }) => behaviour.idempotency !== undefined),
      guessed: keyed("idempotency"),
    },
    revision: {
      made: declared(({ behaviour }) => behaviour.revision !== undefined),
      guessed: keyed("revision"),
    },
  };
}

const compared = specs.map(compareGuesses);

test.each([
  { key: "entities", found: 0.73, wrong: 0 },
  { key: "pages", found: 0.87, wrong: 0 },
  { key: "idempotency", found: 0.75, wrong: 0 },
  { key: "revision", found: 1, wrong: 0 },
] as const)("at least $found of the $key are found, and at most $wrong of the guesses are wrong", (row) => {
  const all = compared.map((each) => each[row.key]);
  const count = (of: (each: (typeof all)[number]) => readonly string[]) => all.flatMap(of).length;
  const right = count(({ made, guessed }) => made.filter((each) => guessed.includes(each)));
  const wrong = count(({ made, guessed }) => guessed.filter((each) => !made.includes(each)));
  expect(right / count(({ made }) => made)).toBeGreaterThanOrEqual(row.found);
  expect(wrong / (right + wrong)).toBeLessThanOrEqual(row.wrong);
});
