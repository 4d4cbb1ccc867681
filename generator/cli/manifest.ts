import { emitManifest } from "../emit/manifest.ts";
import type { Command } from "./command.ts";
import { compileSpec, specHelp, specOptions } from "./spec.ts";

export const manifestCommand: Command = {
  name: "manifest",
  help: `Prints the manifest of a spec: { "tools": [...] }, as tools/list returns it.

Usage: toolwright manifest [--spec DIR] > manifest.json

${specHelp}

Examples:
  toolwright manifest > manifest.json             to publish it
  toolwright manifest | jq '.tools[].name'        the names of the tools, in order

Exit codes: 0 printed, 1 the spec has errors (they are on stderr), 2 usage or disk.
`,
  options: specOptions,
  async run(values) {
    const model = await compileSpec(values);
    if (!model) return 1;
    process.stdout.write(emitManifest(model).text);
    return 0;
  },
};
