import type { EntityChange } from "../../model/behaviour.ts";

/** Describes changed places of an entity, and the values that they have then: `/free to true, /status`. */
export function describePlaces(changes: readonly EntityChange[]): string {
  return changes.flatMap((change) => change.places.map((place) => showChange(place, change))).join(", ");
}

function showChange(place: string, { to }: EntityChange): string {
  return to === undefined ? place : `${place} to ${JSON.stringify(to)}`;
}
