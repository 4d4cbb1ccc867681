/** `npm run dev`: generates, then starts the server. tsx runs it again after each save of the spec or of a module. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const toolwright = fileURLToPath(
  new URL("bin/toolwright.js", import.meta.resolve("toolwright/package.json")),
);
const { status } = spawnSync(process.execPath, [toolwright, "generate"], { stdio: "inherit" });
if (status === 0) await import("./main.ts");
else process.exitCode = status ?? 1;
