/** Every key of the spec language that promises behaviour has a case in the case file of our own spec, or a sentence why not. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readCaseFile } from "../../conformance/cases/load.ts";

const generated = join(import.meta.dirname, "../../generated");
const read = (path: string) => JSON.parse(readFileSync(join(generated, path), "utf8"));
const cases = readCaseFile(new URL("../../generated/cases.json", import.meta.url));
const ids = cases.cases.map(({ id }) => id);

/** Key -> the id of a case that the key makes, or the sentence. */
const keysOfTools: Readonly<Record<string, RegExp | string>> = {
  name: /^manifest\/service_ping$/,
  method: "The name in code says nothing on the wire.",
  mode: /^modes\/service_ping\/read-only$/,
  scope: /^authorization\/service_get_form\//,
  title: /^manifest\/service_ping$/,
  description: /^manifest\/service_ping$/,
  input: /^input\/service_get_form\//,
  output: /^output\/service_get_form\/fits$/,
  output_as:
    "Results of the form service are structured (results-in-words.service.proof.ts has a server that writes lines).",
  exactlyOne: /^input\/service_update_form\/exactlyOne\//,
  failures: /^failures\/service_get_form\//,
  idempotency: /^replay\/service_create_form\/same$/,
  revision: /^concurrency\/service_update_form\/operations\/stale$/,
  filters: "Each list of the form service has pages (pages.service.test.ts has the law).",
  pages: /^pages\/service_list_forms\/filter\/status$/,
  sums: /^results\/service_get_subscription_status\/sums\//,
  repeats: /^results\/service_get_form\/repeats\//,
  invariants: /^results\/service_get_form\/invariants\/0$/,
  files: /^results\/service_export_responses\/files\/download_url$/,
  changes: "Tools of the form service change no other entity (changed-places.service.proof.ts has the law).",
  requires:
    "No tool of the form service requires a state of an entity (strangers.service.proof.ts has the law).",
  overlaps:
    "Nothing of the form service has an interval of its own (strangers.service.proof.ts has the law).",
  tree: "Nothing of the form service is in another one of its kind (trees.service.test.ts has the law).",
  takes: "No tool of the form service takes an amount of a place (strangers.service.proof.ts has the law).",
  adds: "No tool of the form service adds to a list of an entity (lists.service.proof.ts has the law).",
  removes:
    "No tool of the form service removes from a list of an entity (lists.service.proof.ts has the law).",
  lists: "No list of the form service is chosen by a condition (listed.service.proof.ts has the law).",
  copies: /^effects\/service_clone_form\/copies\/service_update_form\/every-element$/,
  round_trip: /^effects\/service_create_form\/round-trip\/service_update_form\/every-element$/,
  spends: /^effects\/service_create_lesson\/lesson_quote\/charged$/,
  draws: /^limits\/generation_quota\/service_create_form\/draws$/,
  task: /^tasks\/service_create_lesson\/life$/,
  deadline_seconds: "No case waits for it; runtime/tasks/tasks.service.ts tries it.",
  annotations: /^modes\/service_create_lesson\/idempotent$/,
  icons: /^manifest\/service_ping$/,
  execution: /^manifest\/service_ping$/,
  _meta: /^manifest\/service_ping$/,
  ui: /^manifest\/service_ping$/,
  manifest: /^manifest\/service_ping$/,
  examples: /^output\/service_get_form\/example/,
};

const keysOfServices: typeof keysOfTools = {
  toolwright: "It is the version of the spec language.",
  server: /^manifest\/server$/,
  endpoint: "The target file says where the server is.",
  auth: /^authorization\/service_ping\/unknown/,
  scopes: /^authorization\/service_get_form\//,
  modes: /^modes\/service_ping\/read-only$/,
  limits: /^limits\/request_rate\/over$/,
  failures: /^failures\/service_get_form\//,
  account_states: /^accounts\/expired\/service_share_form$/,
  layouts:
    "Results of the form service are structured (results-in-words.service.proof.ts has a server that writes lines).",
  entities: /^access\/service_get_form\/form_id\/other-account$/,
  states: /^states\/form\/draft\/publish$/,
  registry: "The entry of the registry is a file that no server shows.",
  accept: "It accepts diagnostics of the generator.",
  tools: /^manifest\/names$/,
  resources: "The kind resources is derived for specs that have some (offers.service.test.ts).",
  skills: /^resources\/build-forms\/skills\/get /,
  prompts: "The kind prompts is derived for specs that have some (offers.service.test.ts).",
};

test.each([
  ["tool", keysOfTools],
  ["service", keysOfServices],
] as const)("every key of a %s has a case or a sentence", (name, table) => {
  const { properties } = read(`schema/${name}.json`);
  expect(Object.keys(table).sort()).toEqual(Object.keys(properties).sort());
  for (const [key, found] of Object.entries(table))
    if (typeof found !== "string")
      expect(
        ids.some((id) => found.test(id)),
        `${key}: ${found}`,
      ).toBe(true);
});
