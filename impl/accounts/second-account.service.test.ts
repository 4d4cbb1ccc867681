import { describe, expect, test } from "vitest";
import { service } from "../../generated/tools.ts";
import { oneField } from "../test/support/one-field-form.ts";
import { startService } from "../test/support/service.ts";
import { statements } from "../test/support/statements.ts";
import { failureCode, type Outcome } from "../test/support/wire.ts";

/** Every tool that is given the id of a form, with arguments that would do something. */
const withFormId: [tool: string, args: object][] = [
  ["service_get_form", {}],
  ["service_get_form", { include_structure: true }],
  ["service_update_form", { structure: oneField("Mine now", ["en"]) }],
  ["service_update_form", { structure: { ...oneField("Mine now", ["en"]), title: { de: "Meins" } } }],
  ["service_update_form", { status_action: "publish" }],
  ["service_update_form", { password: "swordfish" }],
  ["service_update_form", { password: null, dry_run: true }],
  ["service_update_form", { ai_prompt: "City" }],
  ["service_update_form", { status_action: "archive", expected_revision: 7 }],
  ["service_clone_form", {}],
  ["service_clone_form", { title: "Mine" }],
  ["service_share_form", { email: "eve@example.org", permission: "admin" }],
  ["service_share_form", { email: "nobody@example.org", permission: "view" }],
  ["service_share_form", { email: "ada@example.org", permission: "view" }],
  ["service_get_responses", {}],
  ["service_get_responses", { status: "spam", cursor: "AAAA" }],
  ["service_export_responses", { format: "csv" }],
  ["service_export_responses", { format: "zip", date_from: "2026-01-01" }],
];

/** Every tool that is given the id of a quote. */
const withQuoteId: [tool: string, args: object][] = [
  ["service_create_lesson", {}],
  ["service_create_lesson", { task_mode: "ai_reviewed", password: "swordfish" }],
  ["service_get_lesson_generation_status", {}],
];

const nobodys = `frm_${"0".repeat(22)}`;
const nobodysQuote = `quo_${"0".repeat(22)}`;

test("the tables name every tool that takes an id", () => {
  const taking = service.tools.filter(({ manifest }) => takesId(JSON.parse(manifest).inputSchema));
  const checked = new Set([...withFormId, ...withQuoteId].map(([tool]) => tool));
  expect([...checked].toSorted()).toEqual(taking.map(({ name }) => name).toSorted());
});

describe("for another account, a quote and its lesson do not exist", () => {
  test.each(withQuoteId)("%s %j", async (tool, args) => {
    const { mint, call, storage } = await startService({ environment: { WORKER: "off" } });
    const [ada, eve] = [await mint(), await mint({ email: "eve@example.org" })];
    const wish = { prompt: "Secret plans", languages: ["en"], illustration_count: 0 };
    const quote = async () =>
      (await call(ada.token, "service_quote_lesson_generation", wish)).structuredContent.quote_id;
    const [quoted, accepted] = [await quote(), await quote()];
    await call(ada.token, "service_create_lesson", { quote_id: accepted });
    const before = await storage.db.selectFrom("lessons").selectAll().execute();
    await call(eve.token, "service_ping");
    const since = statements();
    const missing = await call(eve.token, tool, { quote_id: nobodysQuote, ...args });
    const forMissing = since();
    for (const quote_id of [quoted, accepted]) {
      const foreign = await call(eve.token, tool, { quote_id, ...args });
      expect(since()).toEqual(forMissing);
      expect(failureCode(foreign)).toBe("not_found");
      expect(text(foreign, quote_id)).toBe(text(missing, nobodysQuote));
    }
    expect(await storage.db.selectFrom("lessons").selectAll().execute()).toEqual(before);
  });
});

describe("for another account, a form does not exist", () => {
  test.each(withFormId)("%s %j", async (tool, args) => {
    const { mint, call, storage } = await startService();
    const [ada, eve] = [await mint(), await mint({ email: "eve@example.org" })];
    const { structuredContent: made } = await call(ada.token, "service_create_form", {
      prompt: "Secret plans",
      publish: true,
    });
    const before = await storage.db.selectFrom("forms").selectAll().execute();
    await call(eve.token, "service_ping");
    const since = statements();
    const foreign = await call(eve.token, tool, { form_id: made.form_id, ...args });
    const forForeign = since();
    const missing = await call(eve.token, tool, { form_id: nobodys, ...args });
    // The work is equal, so its duration reveals nothing.
    expect(since()).toEqual(forForeign);
    expect(forForeign.length).toBeGreaterThan(0);
    expect(failureCode(foreign)).toBe("not_found");
    expect(text(foreign, made.form_id)).toBe(text(missing, nobodys));
    expect(text(foreign, made.form_id)).not.toContain("Secret");
    expect(await storage.db.selectFrom("forms").selectAll().execute()).toEqual(before);
  });

  test("the form is neither listed nor found", async () => {
    const { mint, call } = await startService();
    const [ada, eve] = [await mint(), await mint({ email: "eve@example.org" })];
    await call(ada.token, "service_create_form", { prompt: "Secret plans" });
    const listed = await call(eve.token, "service_list_forms", { query: "secret" });
    expect(listed.structuredContent).toEqual({ forms: [], total_count: 0, next_cursor: null });
    const found = await call(eve.token, "service_find_form_by_name", { name: "Secret plans" });
    expect(found.structuredContent).toEqual({ matches: [] });
  });
});

function takesId({ properties }: { properties: object }): boolean {
  return Object.keys(properties).some((name) => name.endsWith("_id"));
}

function text(outcome: Outcome, formId: string): string {
  return JSON.stringify(outcome).replaceAll(formId, "ID");
}
