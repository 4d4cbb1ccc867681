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

/** The module of each command, and the arguments that it gets before the ones of the command line. */
const commands = {
  start: ["../main.ts"],
  worker: ["../worker.ts"],
  token: ["../commands/token.ts"],
  account: ["../commands/account.ts"],
  credits: ["../commands/credits.ts"],
  backup: ["../commands/backup.ts", "backup"],
  restore: ["../commands/backup.ts", "restore"],
  erase: ["../commands/erase.ts"],
  ai: ["../commands/ai.ts"],
  keys: ["../commands/keys.ts"],
};

const [name = "start", ...args] = process.argv.slice(2);
if (!Object.hasOwn(commands, name)) {
  process.stderr.write(`service-mcp: There is no command ${name}: ${Object.keys(commands).join(", ")}.\n`);
  process.exit(2);
}
const [module, ...first] = commands[name];
process.argv.splice(2, Infinity, ...first, ...args);
await import(module);
