#!/usr/bin/env node
/** Starts the conformance suite: from the sources in a clone of the repository, else from the build. */
import { existsSync } from "node:fs";
import nodeModule from "node:module";

// Check the version first: an older Node lacks syntax and functions that the suite needs.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`toolwright: It needs Node 22.18 or newer, and this is ${process.version}.\n`);
  process.exit(2);
}
// A reader that closes the output early, such as `head`, must not stop a run before its cleanup.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error) => {
    if (error.code !== "EPIPE") throw error;
  });
// Let Node cache compiled code: compiling takes half of the time until the first result.
nodeModule.enableCompileCache();

const source = new URL("../cli.ts", import.meta.url);
const isClone = existsSync(source);
if (isClone && !process.execArgv.includes("--conditions=toolwright-source")) {
  // In a clone, the packages of this repository are imported from their sources too. The hook costs some 50 ms, the flag nothing.
  nodeModule.registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, { ...context, conditions: [...context.conditions, "toolwright-source"] }),
  });
}
const { main } = await import(isClone ? source.href : "../dist/cli.js");
process.exitCode = await main(process.argv.slice(2));
