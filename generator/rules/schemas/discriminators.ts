/** The rule about `discriminator`. */
import { explainUntagged, isSchemaObject, normalise, type Resolver, toTags } from "@toolwright/json-schema";
import type { Violation } from "../../diagnostics/diagnostic.ts";
import { locationBelow } from "../../resolve/limits.ts";
import { resolver } from "../../schema/roots.ts";
import { everySchema, type Rule, type SpecSchema } from "../rule.ts";

export const discriminatorRules: readonly Rule[] = [
  {
    code: "discriminator-chooses",
    sentence: "A discriminator is a property that each branch of the oneOf requires, with its own texts.",
    severity: "warning",
    violations: (model) =>
      everySchema(model).flatMap((schema) => checkDiscriminator(schema, resolver(model))),
  },
];

/**
 * Reports a discriminator that does not choose a branch. Then every branch is tried, and a value that fits none gets the errors
 * of all.
 */
function checkDiscriminator({ schema, root, at }: SpecSchema, resolve: Resolver): Violation | [] {
  const { discriminator } = schema;
  if (!isSchemaObject(discriminator) || typeof discriminator.propertyName !== "string") return [];
  const union = normalise(schema, root.dialect);
  const { oneOf } = union;
  const property = discriminator.propertyName;
  const place = locationBelow(at, ["discriminator", "propertyName"]);
  if (!Array.isArray(oneOf)) return { at: place, detail: "There is no oneOf beside it." };
  const tags = oneOf.map((branch) => toTags(union, branch, property, root, resolve));
  const without = tags.findIndex((values) => values.length === 0);
  if (without !== -1) {
    const detail = explainUntagged(union, oneOf[without], property, root, resolve);
    return { at: place, detail, related: [branchAt(without, "It is this one.")] };
  }
  const second = tags.findIndex((values, index) =>
    values.some((value) => tags.slice(0, index).flat().includes(value)),
  );
  if (second === -1) return [];
  const first = tags.findIndex((values) => values.some((value) => tags[second]!.includes(value)));
  const detail = `Two branches have the same text for ${JSON.stringify(property)}.`;
  const related = [branchAt(first, "One is here."), branchAt(second, "The other is here.")];
  return { at: place, detail, related };

  function branchAt(index: number, message: string): NonNullable<Violation["related"]>[number] {
    return { at: locationBelow(at, ["oneOf", index]), message };
  }
}
