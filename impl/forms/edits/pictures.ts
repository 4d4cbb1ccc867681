/** Compares pictures and videos. No response depends on one, so every change is safe. */
import type { FormChange, Picture } from "../../../generated/types.ts";
import { at, change, compareText, type Place } from "./change.ts";

const CONTENTS = [
  ["image_id", "Picture"],
  ["video", "Video"],
] as const;

/** @param place the part with the picture. @param of the part in words; absent: the field that the change names */
export function comparePictures(
  before: Picture | undefined,
  after: Picture | undefined,
  place: Place,
  of = "",
): FormChange[] {
  const where = at(place, "image");
  const changes = CONTENTS.flatMap(([key, name]) => {
    const [was, is] = [before?.[key], after?.[key]];
    if (was === is) return [];
    return [change("property_changed", "safe", where, `${name}${of} ${changeOf(was, is)}.`)];
  });
  // The words of a new picture are new with it.
  if (before === undefined || after === undefined) return changes;
  const what = after.video === undefined ? "picture" : "video";
  return [...changes, ...compareText(before.alt, after.alt, at(where, "alt"), `Text for the ${what}${of}`)];
}

function changeOf(was: string | undefined, is: string | undefined): string {
  if (was === undefined) return "added";
  return is === undefined ? "removed" : "replaced";
}
