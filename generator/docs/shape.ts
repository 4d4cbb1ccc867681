import type { JsonSchema } from "../model/schema.ts";
import { discriminatorOf, tagsOf } from "../schema/discriminator.ts";
import type { Resolver } from "../schema/roots.ts";
import { blocks, code, heading, prose, words } from "./markdown.ts";
import { propertyTable } from "./properties.ts";
import { keywordsOf, type Shape, type Shapes } from "./shapes.ts";
import { alternativeWords, constraintWords, typeWords } from "./types.ts";

/** The section of a shape. */
export function shapeSection(shape: Shape, shapes: Shapes, resolve: Resolver): string {
  const keywords = keywordsOf(shape);
  const branches = [keywords.oneOf, keywords.anyOf].find(Array.isArray) as JsonSchema[] | undefined;
  const facts = [typeWords(shape, shapes), constraintWords(shape, shapes)].filter((part) => part !== "");
  const isTable = keywords.properties !== undefined;
  return blocks(
    heading(3, shape.anchor, words(shape.name)),
    prose(typeof keywords.description === "string" ? keywords.description : ""),
    branches ? branchList(shape, branches, shapes, resolve) : isTable ? "" : `Type: ${facts.join("; ")}.`,
    isTable ? propertyTable(shape, shapes, "required") : "",
  );
}

/** The branches of a union, with a table of properties for each branch that is not a shape itself. */
function branchList(
  shape: Shape,
  branches: readonly JsonSchema[],
  shapes: Shapes,
  resolve: Resolver,
): string {
  const union = keywordsOf(shape);
  const tag = discriminatorOf(union, shape.root, resolve);
  const located = branches.map((schema) => ({ schema, root: shape.root }));
  const lines = located.map((branch) => {
    const values = tag === undefined ? [] : tagsOf(union, branch.schema, tag, shape.root, resolve);
    const when = values.map((value) => code(JSON.stringify(value))).join(" or ");
    return `- ${alternativeWords(branch, shapes)}${when === "" ? "" : `: ${code(tag!)} is ${when}`}`;
  });
  const inline = located.filter((branch) => shapes.target(branch) === undefined);
  return blocks(
    `One of:\n\n${lines.join("\n")}`,
    ...inline.map((branch) => propertyTable(branch, shapes, "required")),
  );
}
