/** A tool of the payroll. */
import type { Caller } from "./accounts.ts";
import type { Firm } from "./firm.ts";

export interface Work {
  readonly firm: Firm;
  readonly caller: Caller;
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly scope: string;
  readonly annotations: object;
  readonly inputSchema: object;
  /** Left out by tools that answer with a text only. */
  readonly outputSchema?: object;
  readonly run: (input: never, work: Work) => object;
}

const modes = {
  read: { readOnlyHint: true, openWorldHint: false },
  add: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  change: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
};

interface Definition<Input> {
  readonly name: string;
  readonly mode: keyof typeof modes;
  readonly scope: string;
  readonly description: string;
  readonly properties: object;
  readonly required?: readonly string[];
  readonly output?: object;
  readonly run: (input: Input, work: Work) => object;
}

export function tool<Input>(definition: Definition<Input>): Tool {
  const { name, mode, scope, description, properties, required = [], output, run } = definition;
  return {
    name,
    description,
    scope,
    annotations: modes[mode],
    inputSchema: { type: "object", properties, required, additionalProperties: false },
    ...(output !== undefined && { outputSchema: output }),
    run,
  };
}
