/** Rules about the dialect of a schema and the keywords that it has. */
import {
  belongsTo,
  type Dialect,
  dialectNamed,
  type JsonSchema,
  keywords,
  type SchemaObject,
  type SchemaRoot,
  walk,
} from "@toolwright/json-schema";
import type { Violation } from "../../diagnostics/diagnostic.ts";
import type { Model } from "../../model/model.ts";
import { locationBelow } from "../../resolve/limits.ts";
import { resolver } from "../../schema/roots.ts";
import { everySchema, type Rule } from "../rule.ts";

/** A violation by one schema of a root: the keyword, and the problem. */
interface Finding {
  readonly keyword: string;
  readonly detail: string;
  readonly hint?: string;
}

const dialects: readonly Dialect[] = ["2020-12", "draft-07"];

export const dialectRules: readonly Rule[] = [
  {
    code: "known-dialect",
    acceptable: true,
    sentence: "A schema is a JSON Schema 2020-12 or draft-07, declared only at its root.",
    violations: (model) =>
      everywhere(model, ({ $schema }, _, isRoot) => {
        if ($schema === undefined) return [];
        if (!isRoot)
          return [{ keyword: "$schema", detail: "This is not the root.", hint: "Delete it here." }];
        if (dialectNamed($schema)) return [];
        const detail = `${JSON.stringify($schema)} is not supported; the schema is read as 2020-12.`;
        return [{ keyword: "$schema", detail, hint: "Write the schema in 2020-12, which needs no $schema." }];
      }),
  },
  {
    code: "keyword-of-dialect",
    acceptable: true,
    sentence: "A keyword belongs to the dialect of its schema.",
    violations: (model) =>
      everywhere(model, (schema, { dialect }) =>
        Object.entries(schema)
          .filter(([keyword, value]) => !belongsTo(keyword, value, dialect))
          .map(([keyword, value]) => foreign(keyword, value, dialect)),
      ),
  },
  {
    code: "static-references",
    acceptable: true,
    sentence: "A schema refers to other schemas only with $ref.",
    violations: (model) =>
      everywhere(model, (schema) =>
        ["$dynamicRef", "$dynamicAnchor", "$recursiveRef", "$recursiveAnchor"]
          .filter((keyword) => keyword in schema)
          .map((keyword) => ({
            keyword,
            detail: `${keyword} has no effect here: every schema is one document.`,
            hint: "Write $ref, and $anchor for a name.",
          })),
      ),
  },
  {
    code: "one-document",
    acceptable: true,
    sentence: "A schema has no $id below its root, since it would change the meaning of references.",
    violations: (model) =>
      everywhere(model, ({ $id }, _, isRoot) =>
        $id === undefined || isRoot
          ? []
          : [{ keyword: "$id", detail: "This is not the root.", hint: "Use $anchor." }],
      ),
  },
  {
    code: "refs-within-dialect",
    sentence: "A $ref leads to a schema of the same dialect, since a manifest contains both in one schema.",
    violations: otherDialects,
  },
];

function foreign(keyword: string, value: unknown, dialect: string): Finding {
  if (keyword === "items" && Array.isArray(value)) {
    return {
      keyword,
      detail: "In 2020-12 items is one schema; a list has no effect.",
      hint: "Write prefixItems for the first items, and items for the rest.",
    };
  }
  const hint =
    keyword === "additionalItems" ? "Write items, beside prefixItems." : "Write the schema in 2020-12.";
  return { keyword, detail: `${JSON.stringify(keyword)} has no effect in ${dialect}.`, hint };
}

/** Whether a schema says the same in every dialect. */
function isNeutral(schema: JsonSchema): boolean {
  let neutral = true;
  walk(schema, (part) => {
    const entries = Object.entries(part);
    neutral &&=
      entries.every(([keyword, value]) => dialects.every((dialect) => belongsTo(keyword, value, dialect))) &&
      (part.$ref === undefined ||
        entries.every(([keyword]) => keyword === "$ref" || keywords[keyword]?.annotation));
  });
  return neutral;
}

function otherDialects(model: Model): Violation[] {
  const resolve = resolver(model);
  return everywhere(model, ({ $ref }, root) => {
    const target = typeof $ref === "string" ? resolve($ref, root) : undefined;
    if (!target || target.root.dialect === root.dialect || isNeutral(target.schema)) return [];
    const detail = `This is ${root.dialect}, and ${target.root.at.file} is ${target.root.dialect}.`;
    return [{ keyword: "$ref", detail }];
  });
}

function everywhere(
  model: Model,
  look: (schema: SchemaObject, root: SchemaRoot, isRoot: boolean) => readonly Finding[],
): Violation[] {
  return everySchema(model).flatMap(({ schema, root, path, at }) =>
    look(schema, root, path.length === 0).map(({ keyword, ...words }) => ({
      at: { ...locationBelow(at, [keyword]), key: keyword !== "$schema" },
      ...words,
    })),
  );
}
