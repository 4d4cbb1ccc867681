/** Says in words what a keyword asked for before and after. */

import { canonical } from "@toolwright/runtime/json";
import { shorten } from "../diagnostics/wording.ts";
import { listed, listTypes } from "../schema/graph/bounds.ts";
import type { Node } from "../schema/graph/node.ts";
import type { Gap } from "../subschema/compare.ts";

export interface Words {
  readonly detail: string;
  readonly before?: string;
  readonly after?: string;
}

/** @param direction `narrowed`: the left side of the gap is the old one */
export function afterAndBefore(gap: Gap, kind: string, direction: "narrowed" | "widened"): Words {
  const { keyword, left, right, name } = gap;
  const ordered = (ofLeft: string, ofRight: string) =>
    direction === "narrowed" ? { before: ofLeft, after: ofRight } : { before: ofRight, after: ofLeft };
  switch (kind) {
    case "required":
      return {
        detail: `${quoteProperty(name)} is ${direction === "narrowed" ? "required now" : "no longer required"}.`,
      };
    case "property":
      return {
        detail: direction === "narrowed" ? "The property is gone, and refused." : "The property is new.",
      };
    case "closed":
      return { detail: `Other properties are ${direction === "narrowed" ? "refused" : "accepted"} now.` };
    case "unnamed":
      return {
        detail: direction === "narrowed" ? "The name has a schema now." : "The name has no schema any more.",
      };
    case "type":
      return {
        detail: "The types differ.",
        ...ordered(listTypes(left).join(", "), (right.types ?? []).toSorted().join(", ")),
      };
    case "values":
      return valuesWords(left, right, direction);
    default: {
      const words = ordered(saidBy(left, keyword), saidBy([right], keyword));
      const changed = words.before === words.after ? "asks for something else" : "differs";
      return {
        detail: keyword === "schema" ? "The schemas differ as a whole." : `${keyword} ${changed}.`,
        ...words,
      };
    }
  }
}

function valuesWords(left: readonly Node[], right: Node, direction: "narrowed" | "widened"): Words {
  const allowed = new Set((right.enums[0] ?? []).map(canonical));
  const own = listed(left);
  const missing = own?.filter((value) => !allowed.has(canonical(value)));
  const verb = direction === "narrowed" ? "no longer allowed" : "new";
  const detail = missing
    ? `${missing.map((value) => short(value)).join(", ")}: ${verb}.`
    : direction === "narrowed"
      ? "Only listed values are allowed now."
      : "Values are no longer a fixed list.";
  const ofRight = [...(right.enums[0] ?? [])].map((value) => short(value)).join(", ");
  const ofLeft = own ? own.map((value) => short(value)).join(", ") : "any";
  return direction === "narrowed"
    ? { detail, before: ofLeft, after: ofRight }
    : { detail, before: ofRight, after: ofLeft };
}

const notThere = "none";

/** What nodes say with a keyword. */
function saidBy(nodes: readonly Node[], keyword: string): string {
  const values = nodes.flatMap(({ schema, numbers, pattern, format }) => {
    const known: Record<string, unknown> = { ...numbers, pattern, format };
    if (known[keyword] !== undefined) return [known[keyword]];
    const own = typeof schema === "object" ? schema[keyword] : undefined;
    return own === undefined ? [] : [own];
  });
  return values.length === 0 ? notThere : [...new Set(values.map((value) => short(value)))].join(" and ");
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

function shortText(text: string, most: number): string {
  if (text.length <= most / 2) return text;
  // Texts that people wrote are worth reading; those that only fill a length are not.
  return /^(.)\1*$/su.test(text)
    ? `${[...text].slice(0, 3).join("")}... (${[...text].length} characters)`
    : text;
}
