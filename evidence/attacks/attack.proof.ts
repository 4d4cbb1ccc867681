/** The corpora of attacks against the service as `npm start` starts it: none has an effect. */
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** Some of it is waiting: most classes have a service of their own, and visitors take seconds. */
const LONGEST_MS = 1_800_000;

test("no attack of npm run attack has an effect", { timeout: LONGEST_MS }, async () => {
  const program = fileURLToPath(new URL("attack-program.ts", import.meta.url));
  const run = spawn(process.execPath, ["--conditions=toolwright-source", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const printed = await text(run.stdout);
  expect(printed).toMatch(/\n\d{3,} attacks, 0 with an effect\n$/);
});
