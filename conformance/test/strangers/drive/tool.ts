/** What a tool is here. */
import type * as z from "zod";
import type { Caller } from "./accounts.ts";

const modes = {
  read: { readOnlyHint: true, openWorldHint: false },
  add: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  change: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
} as const;

interface Definition<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly mode: keyof typeof modes;
  readonly scope: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  run(input: z.output<Input>, caller: Caller): z.input<Output>;
}

export interface Tool extends Omit<Definition<z.ZodObject, z.ZodObject>, "mode" | "run"> {
  readonly annotations: (typeof modes)[keyof typeof modes];
  run(input: object, caller: Caller): Record<string, unknown>;
}

export function tool<Input extends z.ZodObject, Output extends z.ZodObject>({
  mode,
  run,
  ...definition
}: Definition<Input, Output>): Tool {
  return {
    ...definition,
    annotations: modes[mode],
    run: (input, caller) => run(input as z.output<Input>, caller),
  };
}
