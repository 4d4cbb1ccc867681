/** Answers of hostile endpoints end within a small heap, whatever the service asks for. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import {
  type Attack,
  hostileEndpoint,
  hostileMailServer,
  type mailAttacks,
} from "../../test/support/hostile-endpoints.ts";

const program = fileURLToPath(new URL("../../test/support/hostile-endpoint-program.ts", import.meta.url));
const endless: Attack[] = ["endless-line", "endless-lines", "packed-line", "packed-lines", "endless-error"];

async function askInSmallHeap(kind: string, urls: string[]) {
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--max-old-space-size=64",
    "--conditions=toolwright-source",
    program,
    kind,
    ...urls,
  ]);
  const answer: { reasons: string[]; megabytes: number } = JSON.parse(stdout);
  console.log(`${kind}: ${answer.megabytes} MB resident at most`);
  return answer;
}

test.each(["openai-compatible", "anthropic", "image", "list", "file", "document"])("%s", async (kind) => {
  const { url, requests } = await hostileEndpoint("", kind === "document");
  const { reasons, megabytes } = await askInSmallHeap(
    kind,
    endless.map((name) => `${url}/${name}`),
  );
  expect(reasons).toHaveLength(endless.length);
  expect(reasons).not.toContain("done");
  expect(megabytes).toBeLessThan(256);
  expect(requests.length).toBeGreaterThanOrEqual(endless.length);
});

test("mail", async () => {
  const attacks: (keyof typeof mailAttacks)[] = ["endless-line", "endless-lines", "endless-replies"];
  const { reasons, megabytes } = await askInSmallHeap(
    "mail",
    await Promise.all(attacks.map(hostileMailServer)),
  );
  expect(reasons).toHaveLength(attacks.length);
  expect(reasons).not.toContain("done");
  expect(megabytes).toBeLessThan(256);
});
