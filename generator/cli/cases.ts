/** The command `cases`: prints the conformance cases of a spec. */
import { printWholeCases } from "../emit/cases.ts";
import type { Command } from "./command.ts";
import { compileSpec, specOptions } from "./spec.ts";

export const command: Command = {
  options: specOptions,
  async run(values, _, io) {
    const model = await compileSpec(values, io);
    if (!model) return 1;
    io.stdout.write(printWholeCases(model));
    return 0;
  },
};
