/** Describes in words the value of a keyword before and after. */

import { canonical } from "@toolwright/json-schema";
import { listTypes, listValues, type Node } from "@toolwright/json-schema/graph";
import type { Gap } from "@toolwright/json-schema/subschema";
import { shorten } from "../report/wording.ts";

export interface Words {
  readonly detail: string;
  readonly before?: string;
  readonly after?: string;
}

/** The detail of a gap that no keyword explains. */
export const wholeDiffers = "The schemas differ as a whole.";

/** @param isNarrowed the left side of the gap is the old one */
export function afterAndBefore(gap: Gap, kind: string, isNarrowed: boolean): Words {
  const { keyword, left, right, name } = gap;
  const ordered = (ofLeft: string, ofRight: string) =>
    isNarrowed ? { before: ofLeft, after: ofRight } : { before: ofRight, after: ofLeft };
  switch (kind) {
    case "required":
      return { detail: `${quoteProperty(name)} is ${isNarrowed ? "required now" : "no longer required"}.` };
    case "property":
      return { detail: isNarrowed ? "The property is gone, and refused." : "The property is new." };
    case "closed":
      return { detail: `Other properties are ${isNarrowed ? "refused" : "accepted"} now.` };
    case "unnamed":
      return {
        detail: isNarrowed
          ? "A schema names it now; before, any value was allowed."
          : "No schema names it any more, and any value is allowed.",
      };
    case "type":
      return {
        detail: "The types differ.",
        ...ordered(listTypes(left).join(", "), (right.types ?? []).toSorted().join(", ")),
      };
    case "values": {
      const [own, allowed = []] = [listValues(left), right.enums[0]];
      const detail = valuesDetail(own, allowed, isNarrowed);
      return { detail, ...ordered(shortList(own), shortList(allowed)) };
    }
    default: {
      const words = ordered(formatValues(left, keyword), formatValues([right], keyword));
      const changed = words.before === words.after ? "asks for something else" : "differs";
      return {
        detail: keyword === "schema" ? wholeDiffers : `${keyword} ${changed}.`,
        ...words,
      };
    }
  }
}

type Values = readonly unknown[];

function valuesDetail(own: Values | undefined, allowed: Values, isNarrowed: boolean): string {
  if (!own) return isNarrowed ? "Only listed values are allowed now." : "Values are no longer a fixed list.";
  const known = new Set(allowed.map(canonical));
  const missing = own.filter((value) => !known.has(canonical(value)));
  return `${shortList(missing)}: ${isNarrowed ? "no longer allowed" : "new"}.`;
}

function shortList(values: Values | undefined): string {
  return values?.map((value) => short(value)).join(", ") ?? "any";
}

/** Formats the values that nodes give to a keyword. */
function formatValues(nodes: readonly Node[], keyword: string): string {
  const values = nodes.flatMap(({ schema, numbers, pattern, format }) => {
    const known: Record<string, unknown> = { ...numbers, pattern, format };
    if (known[keyword] !== undefined) return [known[keyword]];
    const own = typeof schema === "object" ? schema[keyword] : undefined;
    return own === undefined ? [] : [own];
  });
  return values.length === 0 ? "none" : [...new Set(values.map((value) => short(value)))].join(" and ");
}

function quoteProperty(name: string | undefined): string {
  return name === undefined ? "A property" : JSON.stringify(name);
}

/** JSON, cut where it is long; of a long text only the beginning and the length. */
export function short(value: unknown, most = 80): string {
  const text =
    JSON.stringify(value, (_, inner) => (typeof inner === "string" ? shortText(inner, most) : inner)) ??
    "nothing";
  return shorten(text, most);
}

/** Two texts as JSON, each from shortly before the place where they begin to differ. */
export function shortPair(was: string | undefined, is: string | undefined, most: number): [string, string] {
  if (was === undefined || is === undefined) return [shortOrNone(was, most), shortOrNone(is, most)];
  let same = 0;
  while (same < was.length && was[same] === is[same]) same++;
  if (same <= mostContext || Math.max(was.length, is.length) <= most)
    return [short(was, most), short(is, most)];
  const space = was.lastIndexOf(" ", same - mostContext / 2);
  const from = Math.max(space + 1, same - mostContext);
  return [short(`...${was.slice(from)}`, most), short(`...${is.slice(from)}`, most)];
}

/** The most characters that are shown before the first difference of two texts. */
const mostContext = 40;

function shortOrNone(text: string | undefined, most: number): string {
  return text === undefined ? "none" : short(text, most);
}

function shortText(text: string, most: number): string {
  if (text.length <= most / 2) return text;
  // Abbreviates filler text of a single repeated character; real text is shown in full.
  return /^(.)\1*$/su.test(text)
    ? `${[...text].slice(0, 3).join("")}... (${[...text].length} characters)`
    : text;
}
