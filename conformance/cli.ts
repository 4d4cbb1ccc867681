#!/usr/bin/env node
import { enableCompileCache } from "node:module";

// Reading its own code takes half of the time until the first result, the first time.
enableCompileCache();
const { main } = await import("./cli/main.ts");
process.exitCode = await main(process.argv.slice(2));
