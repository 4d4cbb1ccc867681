/** A tool: what the manifest says of it, and what it does. */
import type * as z from "zod";
import type { Office } from "./records.ts";

type Mode = "read" | "write" | "cancel";

interface Described<Input extends z.ZodObject> {
  readonly title: string;
  readonly description: string;
  readonly mode: Mode;
  readonly input: Input;
  readonly output: z.ZodObject;
}

export interface Tool extends Described<z.ZodObject> {
  run(office: Office, input: unknown): Record<string, unknown>;
}

export function tool<Input extends z.ZodObject>(
  described: Described<Input>,
  run: (office: Office, input: z.output<Input>) => Record<string, unknown>,
): Tool {
  return { ...described, run: (office, input) => run(office, input as z.output<Input>) };
}
