#!/usr/bin/env node
import nodeModule from "node:module";

// Said here, before an older Node stumbles over something that it does not have; package.json says the same to npm.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`toolwright: It needs Node 22.18 or newer, and this is ${process.version}.\n`);
  process.exit(2);
}
// Node keeps the compiled code of what follows, so that the next start takes half the time.
nodeModule.enableCompileCache();
const { run } = await import("./cli/run.ts");
process.exitCode = await run(process.argv.slice(2));
