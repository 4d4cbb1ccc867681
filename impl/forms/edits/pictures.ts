/** Compares pictures. No response depends on one, so every change is safe. */
import type { FormChange, Picture } from "../../../generated/types.ts";
import { at, change, compareText, type Place } from "./change.ts";

/** @param place the part with the picture. @param of the part in words; absent: the field that the change names */
export function comparePictures(
  before: Picture | undefined,
  after: Picture | undefined,
  place: Place,
  of = "",
): FormChange[] {
  const where = at(place, "image");
  const say = (what: string) => [change("property_changed", "safe", where, `Picture${of} ${what}.`)];
  if (before === undefined) return after === undefined ? [] : say("added");
  if (after === undefined) return say("removed");
  const words = compareText(before.alt, after.alt, at(where, "alt"), `Text for the picture${of}`);
  return before.image_id === after.image_id ? words : [...say("replaced"), ...words];
}
