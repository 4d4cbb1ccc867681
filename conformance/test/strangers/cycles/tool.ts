/** How a tool is declared: what tools/list shows of it, and its scope. */
import { object, type Schema } from "./shapes.ts";

export interface Tool {
  readonly name: string;
  readonly scope: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: Readonly<Record<string, boolean>>;
  readonly inputSchema: Schema;
  readonly outputSchema: Schema;
}

export const reading = { readOnlyHint: true, openWorldHint: false };
export const adding = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};
export const changing = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: false,
};

type Texts = readonly [title: string, description: string];
type Shapes = readonly [
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[],
  output: Schema,
];

export function tool(
  name: string,
  scope: string,
  annotations: Tool["annotations"],
  [title, description]: Texts,
  [properties, required, outputSchema]: Shapes,
): Tool {
  const inputSchema = object(properties, required);
  return { name: `cycles_${name}`, scope, title, description, annotations, inputSchema, outputSchema };
}
