import { join } from "node:path";
import { expect, test } from "vitest";
import { amount, drawSeed } from "../../../.ci/draw.ts";
import { fuzz } from "../support/fuzz/fuzz.ts";
import { type Health, startProgram } from "../support/fuzz/program.ts";
import type { GoodRequest } from "../support/fuzz/requests.ts";

const call = (name: string, input: object): GoodRequest => ({
  method: "tools/call",
  params: { name, arguments: input },
});

const good: readonly GoodRequest[] = [
  call("notes_ping", {}),
  call("notes_get", { id: "ana", full: true }),
  call("notes_get", { id: "nobody" }),
  call("notes_edit", { id: "ana", text: "Hello" }),
  call("notes_edit", { id: "ana", prompt: "Say hello" }),
  call("notes_copy", { to: "ana", times: 2, draft: false }),
  call("notes_print", { ends: "well" }),
  call("notes_picture", {}),
  { method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {} } },
  { method: "tools/list", params: {} },
  { method: "server/discover", params: {} },
  { method: "ping", params: {} },
];

const requests = amount({ proof: 80_000, soak: 800_000 });

test(`${requests} spoilt requests each get an answer, and leave the server as it was`, {
  timeout: 1_800_000,
}, async () => {
  const { ready, health } = await startProgram(join(import.meta.dirname, "../support/fuzz/notes-program.ts"));
  const seen: Health[] = [];
  const report = await fuzz({
    endpoint: new URL(ready.endpoint),
    tokens: ready.tokens,
    good,
    requests,
    seed: drawSeed,
    secret: /secret-\d/,
    onTenth: async () => void seen.push(await health()),
  });
  console.log(
    `seed ${drawSeed}`,
    report.statuses,
    seen.map(({ residentBytes }) => Math.round(residentBytes / 2 ** 20)),
  );
  expect(report.faults).toEqual([]);
  expect(seen.flatMap(({ errors }) => errors)).toEqual([]);
  // The first tenths allocate memory that stays in use: compiled code, buffers of running requests.
  const [early, last] = [seen[2]!, seen.at(-1)!];
  expect(last.heapBytes).toBeLessThan(early.heapBytes * 1.2 + 8 * 2 ** 20);
  // V8 may still enlarge its heap by steps of some 20 MiB; what leaks adds up in the soak.
  expect(last.residentBytes).toBeLessThan(early.residentBytes * 1.2 + 64 * 2 ** 20);
});
