/** Guesses what a tool returns that makes something, where no result of it was seen: it changes data, so it is not called. */
import type { Listing } from "@toolwright/check/surface";
import type { SchemaObject } from "@toolwright/json-schema";
import { findOwnId } from "../guesses/entities.ts";
import type { IdPlace, ReadTool } from "../guesses/things.ts";
import { describeTools, type SeenOutput, type SeenOutputs } from "../imported-tools.ts";

/** `create_note` returns the id of a note at the place where `get_note` was seen to have it. Nothing else is said of its result. */
export function withMakers(listing: Listing, seen: SeenOutputs): SeenOutputs {
  const { tools, ids } = describeTools(listing, seen);
  const getters = tools.filter(({ name, isReading }) => isReading && seen.has(name));
  const guessed = tools.flatMap((tool): [string, SeenOutput][] => {
    if (tool.kind !== "making" || tool.isReading || tool.results.length > 0) return [];
    const shown = getters.flatMap((getter) => ownIdOf(getter, tool.words.noun, ids) ?? []);
    const [place] = shown;
    return place === undefined ? [] : [[tool.name, { schema: schemaWith(place), isGuess: true }]];
  });
  return new Map([...seen, ...guessed]);
}

/** The place of the id in the result of a tool that shows one thing. */
function ownIdOf(getter: ReadTool, thing: string, ids: readonly IdPlace[]): IdPlace | undefined {
  const own = ids.filter((id) => id.thing === thing);
  const takesOne = own.some(
    ({ tool, side, place }) => tool === getter && side === "input" && place.isRequired,
  );
  const path = takesOne && getter.words.noun === thing ? findOwnId(getter, thing, own) : undefined;
  return own.find(({ tool, side, place }) => tool === getter && side === "output" && place.pointer === path);
}

function schemaWith({ place: { steps, schema } }: IdPlace): SchemaObject {
  const value = steps
    .toReversed()
    .reduce((inner: SchemaObject, step) => ({ type: "object", properties: { [step]: inner } }), {
      type: schema.type,
    });
  return { anyOf: [value, {}] };
}
