#!/usr/bin/env node
/** Starts the form service, or a command of its operator, after a check of the Node version: `service-mcp [token list]`. */
import nodeModule from "node:module";

// An older Node would fail at node:sqlite or at TypeScript, with a message that does not name the cause.
if (Number(process.versions.node.split(".")[0]) < 24) {
  process.stderr.write(`service-mcp: It needs Node 24 or newer, and this is ${process.version}.\n`);
  process.exit(2);
}
// The packages of this repository are imported from their sources, so that nothing has to be built.
nodeModule.registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, { ...context, conditions: [...context.conditions, "toolwright-source"] }),
});

const [name = "start", ...args] = process.argv.slice(2);
if (name === "start") await import("../main.ts");
else if (name === "worker") await import("../worker.ts");
else {
  const { run } = await import("../mcp/commands/run.ts");
  // Not process.exit, which would lose output that is still being written to a pipe.
  process.exitCode = await run([name, ...args]);
}
