/** Checks the places that an expression about a call names. */
import type { Expression } from "@toolwright/conformance/cases";
import { pointerSteps, type Resolver, rootNode, type SchemaRoot } from "@toolwright/json-schema";
import { schemasAt } from "@toolwright/json-schema/graph";

/** The schemas of a tool that an expression may name. A transition of the server has no arguments, so it has no input. */
export interface Named {
  readonly tool: string;
  readonly input?: SchemaRoot | undefined;
  readonly output?: SchemaRoot | undefined;
}

/** Says why an expression is no place of the arguments or of the output; undefined if it is one. */
export function describeMisplaced(
  expression: Expression,
  { tool, input, output }: Named,
  resolve: Resolver,
): string | undefined {
  const isArgument = expression.from === "request" && input !== undefined;
  if (!isArgument && !isPlaceOfOutput(expression)) {
    const orArguments = input ? ", and arguments, $request.body#/POINTER" : "";
    return `It has only places of the output, $result.structuredContent#/POINTER${orArguments}.`;
  }
  const root = isArgument ? input : output;
  const schemas = root ? schemasAt(rootNode(root), pointerSteps(expression.pointer), resolve) : [];
  if (schemas.length > 0) return undefined;
  return `The ${isArgument ? "input" : "output"} of ${tool} has nothing at ${expression.pointer}.`;
}

export function isPlaceOfOutput(
  expression: Expression,
): expression is Extract<Expression, { from: "result" }> {
  return expression.from === "result" && expression.member === "structuredContent";
}
