/** Finds schemas that require different types. */
import type { SchemaNode } from "../../cases/schema-node.ts";
import { type Clash, having, type Keyed, keywordValue } from "./clash.ts";

/** Schemas that have no type in common. */
export function clashingTypes(nodes: readonly SchemaNode[]): Clash[] {
  const typed = having(nodes, "type");
  for (const [index, keyed] of typed.entries()) {
    const against = typed.slice(0, index).find((other) => inCommon([other, keyed]).length === 0);
    if (against)
      return [
        { detail: `Nothing is both ${words(against)} and ${words(keyed)}.`, at: against, against: keyed },
      ];
  }
  const [first] = typed;
  if (!first || inCommon(typed).length > 0) return [];
  return [{ detail: "Nothing has all of the types that are asked for.", at: first, against: typed.at(-1)! }];
}

/** The types that a value may still have; `undefined`: any. */
export function typesLeft(nodes: readonly SchemaNode[]): string[] | undefined {
  const typed = having(nodes, "type");
  return typed.length === 0 ? undefined : inCommon(typed);
}

function inCommon(typed: readonly Keyed[]): string[] {
  return typed
    .map(typesOf)
    .reduce((left, right) => [
      ...left.filter((type) => right.includes(type) || (type === "integer" && right.includes("number"))),
      ...right.filter((type) => type === "integer" && left.includes("number") && !left.includes(type)),
    ]);
}

function typesOf(keyed: Keyed): string[] {
  return [keywordValue(keyed)].flat().map(String);
}

function words(keyed: Keyed): string {
  return typesOf(keyed).join(" or ");
}
