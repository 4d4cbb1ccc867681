/** Proof: generated requests do not break the server. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { amount, drawSeed } from "../../.ci/draw.ts";
import { fuzz } from "../../runtime/test/support/fuzz/fuzz.ts";
import { type Health, startProgram } from "../../runtime/test/support/fuzz/program.ts";
import type { GoodRequest } from "../../runtime/test/support/fuzz/requests.ts";
import { dataDir } from "./support/data-dir.ts";
import { oneField } from "./support/one-field-form.ts";
import { callTool } from "./support/wire.ts";

const requests = amount({ proof: 20_000, soak: 200_000 });

const call = (tool: string, input: object): GoodRequest => ({
  method: "tools/call",
  params: { name: `service_${tool}`, arguments: input },
});

function goodRequests(form_id: string): readonly GoodRequest[] {
  const structure = oneField("Party", ["en"]);
  return [
    call("ping", {}),
    call("create_form", { prompt: "Event registration", languages: ["en", "de"], publish: true }),
    call("get_form", { form_id, include_structure: true }),
    call("list_forms", { query: "party", status: "draft", limit: 5 }),
    call("find_form_by_name", { name: "event registration" }),
    call("update_form", { form_id, structure, dry_run: true }),
    call("update_form", { form_id, structure, expected_revision: 1 }),
    call("update_form", { form_id, ai_prompt: "Add a field for the age" }),
    call("update_form", { form_id, status_action: "publish" }),
    // A password costs its hash; spoilt, null becomes one now and then.
    call("update_form", { form_id, password: null }),
    call("clone_form", { form_id, title: "Copy" }),
    call("share_form", { form_id, email: "bob@example.org", permission: "view" }),
    call("get_responses", { form_id, status: "verified", date_from: "2026-01-01", limit: 10 }),
    call("export_responses", { form_id, format: "csv" }),
    call("get_subscription_status", {}),
    call("quote_lesson_generation", { prompt: "Photosynthesis", languages: ["en"], illustration_count: 1 }),
    { method: "tools/list", params: {} },
    { method: "server/discover", params: {} },
  ];
}

test(`${requests} spoilt requests each get an answer from the form service`, {
  timeout: 3_600_000,
}, async () => {
  const folder = dataDir();
  const { ready, health } = await startProgram(join(import.meta.dirname, "support/fuzzed-program.ts"), {
    DATA_DIR: folder,
  });
  const made = await callTool(ready.endpoint, ready.tokens[0]!, "service_create_form", {
    prompt: "Party: name, email",
  });
  const seen: Health[] = [];
  const report = await fuzz({
    endpoint: new URL(ready.endpoint),
    tokens: ready.tokens,
    good: goodRequests(made.structuredContent.form_id),
    requests,
    seed: drawSeed,
    // Tokens, where the data lies, how it is asked for.
    secret: new RegExp(`twp_\\w{20}|${folder}|select .* from |SQLITE_|\\$scrypt`),
    onTenth: async () => void seen.push(await health()),
  });
  console.log(
    report.statuses,
    seen.map(({ residentBytes }) => Math.round(residentBytes / 2 ** 20)),
  );
  expect(report.faults).toEqual([]);
  expect(seen.flatMap(({ errors }) => errors)).toEqual([]);
  const [early, last] = [seen[2]!, seen.at(-1)!];
  expect(last.heapBytes).toBeLessThan(early.heapBytes * 1.2 + 8 * 2 ** 20);
  // V8 may still enlarge its heap by steps of some 20 MiB; what leaks adds up in the soak.
  expect(last.residentBytes).toBeLessThan(early.residentBytes * 1.2 + 64 * 2 ** 20);
});
