#!/usr/bin/env node
/** Starts the form service, after a check of the Node version. */

// An older Node would fail at node:sqlite or at TypeScript, with a message that does not name the cause.
if (Number(process.versions.node.split(".")[0]) < 24) {
  process.stderr.write(`service-mcp: It needs Node 24 or newer, and this is ${process.version}.\n`);
  process.exit(2);
}
await import("../main.ts");
