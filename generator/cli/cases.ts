import { emitCases } from "../emit/cases.ts";
import type { Command } from "./command.ts";
import { compileSpec, specHelp, specOptions } from "./spec.ts";

export const command: Command = {
  help: `Prints the conformance cases of a spec, as the conformance suite reads them: what must hold, the place in the spec
that says so, the request and the expectation.

Usage: toolwright cases [--spec DIR] > cases.json

${specHelp}

Examples:
  toolwright cases > cases.json                   for a suite that runs elsewhere
  toolwright cases | grep authorization/          the cases of one kind, one a line

Exit codes: 0 printed, 1 the spec has errors (they are on stderr), 2 usage or disk.
`,
  options: specOptions,
  async run(values, _, io) {
    const model = await compileSpec(values, io);
    if (!model) return 1;
    const { text } = await emitCases(model);
    io.stdout.write(text);
    return 0;
  },
};
