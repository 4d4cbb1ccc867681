/** Guesses what the names of a server's tools and arguments tell of its behaviour. A manifest does not say whether it is so. */
import type { SchemaObject } from "@toolwright/json-schema";
import { type EntityGuess, guessEntities } from "./entities.ts";
import { guessIdempotency, guessRevision } from "./keys.ts";
import { guessList } from "./lists.ts";
import type { IdPlace, ReadTool } from "./things.ts";

/** One guess, as a key of a file. */
export interface Guess {
  /** The index of the tool; left out where it is about an entity. */
  readonly tool?: number;
  /** The name of the entity, or a key of the tool. */
  readonly key: string;
  readonly value: SchemaObject;
}

/** @param typeOf thing -> the name of the type of its ids */
export function guessBehaviour(
  tools: readonly ReadTool[],
  ids: readonly IdPlace[],
  typeOf: ReadonlyMap<string, string>,
): Guess[] {
  const entities = guessEntities(tools, ids).filter(({ thing }) => typeOf.has(thing));
  return [
    ...entities.map((each) => ({ key: each.thing, value: writeEntity(each, typeOf.get(each.thing)!) })),
    ...tools.flatMap((tool): Guess[] => {
      const keys = {
        idempotency: guessIdempotency(tool, entities, ids),
        revision: guessRevision(tool, entities, ids),
        ...guessList(tool, ids),
      };
      return Object.entries(keys).flatMap(([key, value]) =>
        value === undefined ? [] : [{ tool: tool.index, key, value }],
      );
    }),
  ];
}

function writeEntity({ maker, path, ended, observers }: EntityGuess, type: string): SchemaObject {
  return {
    id: `types/${type}.yaml`,
    made_by: { tool: maker.name, path },
    ...(ended && { ended_by: { tool: ended.name } }),
    ...(observers.length > 0 && { observed_by: observers.map(({ name }) => name) }),
  };
}
