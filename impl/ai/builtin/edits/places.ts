/** Reads where something goes: "after the name", "at the end", "on page 2". */
import type { Found } from "../reading/phrases.ts";
import type { EditText } from "./edit-text.ts";
import type { Anchor, Place } from "./slot-types.ts";

export function placesAt(text: EditText, at: number): Found<Place>[] {
  const edge = text.cueAt(at, "top", "end", "ownPage");
  const place: Place = { kind: edge?.value === "top" || edge?.value === "end" ? edge.value : "newPage" };
  return [
    ...besideAt(text, at),
    ...(text.words.hasPostpositions ? behindAt(text, at) : []),
    ...pageAt(text, at),
    ...(edge ? [{ value: place, from: at, to: edge.to }] : []),
  ];
}

/** "after the email"; "between the name and the email" is behind the first of them */
function besideAt(text: EditText, at: number): Found<Place>[] {
  return text.cuesAt(at).flatMap(({ value, to }) => {
    if (value !== "after" && value !== "before" && value !== "between") return [];
    const kind = value === "before" ? value : ("after" as const);
    const found = anchorsBehind(text, to).map((one) => ({
      value: { kind, anchor: one.value },
      from: at,
      to: one.to,
    }));
    if (value !== "between") return found;
    return found.flatMap((one) => {
      const next = text.separator(one.to);
      const [second] = next === undefined ? [] : anchorsBehind(text, next);
      return second ? [{ ...one, to: second.to }] : [];
    });
  });
}

/** Some languages have the word behind the name: "sähköpostin jälkeen". */
function behindAt(text: EditText, at: number): Found<Place>[] {
  return anchorsAt(text, at).flatMap(({ value: anchor, to }) => {
    const word = text.cueAt(to, "after", "before") ?? text.cueAt(text.skip(to), "after", "before");
    const kind = word?.value === "before" ? word.value : ("after" as const);
    return word ? [{ value: { kind, anchor }, from: at, to: word.to }] : [];
  });
}

function anchorsBehind(text: EditText, at: number): Found<Anchor>[] {
  return text.starts(at).flatMap((start) => anchorsAt(text, start));
}

/** A field or a choice by its name; "field" may follow. */
function anchorsAt(text: EditText, from: number): Found<Anchor>[] {
  const fields = text.fieldsAt(from).flatMap((field): Found<Anchor>[] => {
    const noun = text.cueAt(field.to, "question");
    const ends = noun ? [noun.to, field.to] : [field.to];
    return ends.map((to) => ({ value: { field }, from, to }));
  });
  const choices = text.names.choicesAt(text.prompt, from);
  return [...fields, ...choices.map((choice) => ({ value: { choice }, from, to: choice.to }))];
}

/** "on page 2", "page two", "on the second page" */
function pageAt(text: EditText, at: number): Found<Place>[] {
  const word = text.cueAt(at, "onPage", "page");
  const ordinal = text.words.ordinals.at(text.prompt.tokens, at);
  const page = word ? text.countAt(word.to) : ordinal;
  const to = word ? page?.to : ordinal && text.cueAt(ordinal.to, "page")?.to;
  return page && to !== undefined && page.value > 0
    ? [{ value: { kind: "page", page: page.value }, from: at, to }]
    : [];
}
