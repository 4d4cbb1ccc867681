/** Guesses which argument makes a repeated call harmless, and which one names the revision that a change is based on. */
import type { SchemaObject } from "@toolwright/json-schema";
import { fileName } from "../type-names.ts";
import type { EntityGuess } from "./entities.ts";
import type { IdPlace, ReadTool } from "./things.ts";

const keys = new Set(
  "idempotency_key request_id request_key client_request_id client_ref client_token dedupe_key".split(" "),
);
const revisions = new Map([
  ["expected_revision", "revision"],
  ["expected_version", "version"],
  ["if_revision", "revision"],
  ["if_version", "version"],
  ["if_match", "etag"],
  ["revision", "revision"],
  ["version", "version"],
  ["etag", "etag"],
]);

/** The same call again returns the id of what it has made, or else the first id that it returns. */
export function guessIdempotency(
  tool: ReadTool,
  made: readonly EntityGuess[],
  ids: readonly IdPlace[],
): SchemaObject | undefined {
  const key = findArgument(tool, (name) => keys.has(name));
  if (key === undefined || tool.isReading) return undefined;
  const same = made.filter(({ maker }) => maker === tool).map(({ path }) => path);
  const shown = ids.find(
    ({ tool: own, side, place }) => own === tool && side === "output" && !place.steps.includes("*"),
  );
  if (same.length > 0) return { key, same };
  return shown && { key, same: [shown.place.pointer] };
}

/** The present revision stands in what another tool shows of the thing that the call takes. */
export function guessRevision(
  tool: ReadTool,
  entities: readonly EntityGuess[],
  ids: readonly IdPlace[],
): SchemaObject | undefined {
  const argument = findArgument(tool, (name) => revisions.has(name));
  if (argument === undefined || tool.isReading) return undefined;
  const shown = revisions.get(fileName(argument))!;
  const things = ids
    .filter(({ tool: own, side }) => own === tool && side === "input")
    .map(({ thing }) => thing);
  for (const { observers } of entities.filter(({ thing }) => things.includes(thing)))
    for (const observer of observers) {
      const place = observer.results.find(
        ({ steps }) => !steps.includes("*") && fileName(steps.at(-1) ?? "") === shown,
      );
      if (place) return { argument, shown_by: { tool: observer.name, path: place.pointer } };
    }
  return undefined;
}

function findArgument(tool: ReadTool, isWanted: (name: string) => boolean): string | undefined {
  return tool.arguments.find(({ steps }) => steps.length === 1 && isWanted(fileName(steps[0]!)))?.steps[0];
}
