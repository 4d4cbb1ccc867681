import { type Resolver, readChoice } from "@toolwright/json-schema";
import type { Node } from "@toolwright/json-schema/graph";
import { blocks, code, heading, prose, words } from "./markdown.ts";
import { propertyTable } from "./properties.ts";
import type { Shape, Shapes } from "./shapes.ts";
import { alternativeWords, constraintWords, typeWords } from "./types.ts";

/** The section of a shape. */
export function shapeSection({ node, anchor, name }: Shape, shapes: Shapes, resolve: Resolver): string {
  const { schema, properties, oneOf, anyOf } = node;
  const { description } = typeof schema === "object" ? schema : {};
  const [branches] = [...oneOf, ...anyOf];
  const facts = [typeWords(node, shapes), constraintWords(node, shapes)].filter((part) => part !== "");
  const isTable = properties.size > 0;
  return blocks(
    heading(3, anchor, words(name)),
    prose(typeof description === "string" ? description : ""),
    branches ? branchList(node, branches, shapes, resolve) : isTable ? "" : `Type: ${facts.join("; ")}.`,
    isTable ? propertyTable(node, shapes, "required") : "",
  );
}

/** The branches of a union, with a table of properties for each branch that is not a shape itself. */
function branchList(node: Node, branches: readonly Node[], shapes: Shapes, resolve: Resolver): string {
  const choice = readChoice(node, resolve);
  const lines = branches.map((branch) => {
    const when = (choice?.valuesOf(branch) ?? []).map((value) => code(JSON.stringify(value))).join(" or ");
    return `- ${alternativeWords(branch, shapes)}${choice && when !== "" ? `: ${code(choice.property)} is ${when}` : ""}`;
  });
  const inline = branches.filter((branch) => shapes.target(branch) === undefined);
  return blocks(
    `One of:\n\n${lines.join("\n")}`,
    ...inline.map((branch) => propertyTable(branch, shapes, "required")),
  );
}
