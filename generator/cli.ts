#!/usr/bin/env node
import { enableCompileCache } from "node:module";

// Node keeps the compiled code of what follows, so that the next start takes half the time.
enableCompileCache();
const { run } = await import("./cli/run.ts");
process.exitCode = await run(process.argv.slice(2));
