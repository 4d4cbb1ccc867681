/** The parts of a tool of the back office. */
import type { z } from "zod";
import type { Books } from "../books.ts";

export const allScopes = [
  "work:read",
  "work:write",
  "work:approve",
  "money:read",
  "money:write",
  "rates:read",
] as const;

type Scope = (typeof allScopes)[number];

/** Reading, adding something, changing something that is there, or removing it. */
const annotations = {
  read: { readOnlyHint: true, openWorldHint: false },
  add: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  change: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
} as const;

interface Definition<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly mode: keyof typeof annotations;
  readonly scope: Scope;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  readonly run: (books: Books, input: z.infer<Input>) => object;
}

export interface Tool extends Definition<z.ZodObject, z.ZodObject> {
  readonly name: string;
  readonly annotations: (typeof annotations)[keyof typeof annotations];
}

export function tool<Input extends z.ZodObject, Output extends z.ZodObject>(
  name: string,
  definition: Definition<Input, Output>,
): Tool {
  const { run, mode } = definition;
  return {
    ...definition,
    name,
    annotations: annotations[mode],
    run: (books, input) => run(books, input as z.infer<Input>),
  };
}
