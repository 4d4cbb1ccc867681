#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { join } from "node:path";

// Reading its own code takes half of the time until the first result, the first time.
enableCompileCache(join(import.meta.dirname, "..", "node_modules", ".cache", "conformance"));
const { main } = await import("./cli/main.ts");
process.exitCode = await main(process.argv.slice(2));
