/** Reads where something goes: "after the name", "at the end", "on page 2". */
import { wholeConcept } from "../items/concepts.ts";
import { numberAt } from "../reading/numbers.ts";
import type { Found } from "../reading/phrases.ts";
import type { EditText } from "./edit-text.ts";
import type { NamedField } from "./names.ts";
import type { Place } from "./slot-types.ts";

export function placesAt(text: EditText, at: number): Found<Place>[] {
  // "last name" is no place.
  const isName = [2, 3].some((length) => wholeConcept(text, { from: at, to: at + length }));
  const edge = isName ? undefined : text.cueAt(at, "top", "end", "ownPage");
  const place: Place = { kind: edge?.value === "top" || edge?.value === "end" ? edge.value : "newPage" };
  return [
    ...besideAt(text, at),
    ...pageAt(text, at),
    ...(edge ? [{ value: place, from: at, to: edge.to }] : []),
  ];
}

/** "after the email" */
function besideAt(text: EditText, at: number): Found<Place>[] {
  return text.cuesAt(at).flatMap(({ value: kind, to }) => {
    if (kind !== "after" && kind !== "before") return [];
    const anchors = text.starts(to).flatMap((start) => anchorsAt(text, start));
    return anchors.map(({ value: anchor, to }) => ({ value: { kind, anchor }, from: at, to }));
  });
}

/** A field by its name; "field" may follow. */
function anchorsAt(text: EditText, from: number): Found<NamedField>[] {
  return text.fieldsAt(from).flatMap((value) => {
    const noun = text.cueAt(value.to, "question");
    return (noun ? [noun.to, value.to] : [value.to]).map((to) => ({ value, from, to }));
  });
}

/** "on page 2", "page two" */
function pageAt(text: EditText, at: number): Found<Place>[] {
  const word = text.cueAt(at, "onPage", "page");
  const page = word && numberAt(text.prompt, word.to, text.lexicon);
  return page && page.value > 0 ? [{ value: { kind: "page", page: page.value }, from: at, to: page.to }] : [];
}
