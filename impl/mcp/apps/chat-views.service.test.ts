/** The views that tools send for pages of MCP Apps: access to them, their size, and unchanged results. */
import { expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { answeredForm } from "../../test/support/answered-form.ts";
import { everyFieldForm } from "../../test/support/every-field-form.ts";
import { startService } from "../../test/support/service.ts";
import { shortLesson, shortLessons } from "../../test/support/short-lessons.ts";
import { statements } from "../../test/support/statements.ts";
import type { callTool } from "../../test/support/wire.ts";

/** The views of a result, by language. */
async function views(call: Promise<object>): Promise<Record<string, string>> {
  const { _meta, content, structuredContent } = (await call) as Awaited<ReturnType<typeof callTool>>;
  expect(content[0]?.text).toBe(JSON.stringify(structuredContent));
  return Object(_meta)["service-mcp/views"];
}

test("views of responses leave out addresses for tokens that may not read them", async () => {
  const service = await startService();
  const { token } = await service.mint();
  const { token: blind } = await service.mint({ scopes: ["responses:read"] });
  const { form, respond } = await answeredForm(service);
  await respond({
    name: "alan@example.org",
    email: "grace@example.org",
    track: { other: "alan@example.org" },
  });
  const input = { form_id: form.id };
  const seen = JSON.stringify(await views(service.call(token, "service_get_responses", input)));
  expect(seen).toContain("grace@example.org");
  const left = JSON.stringify(await views(service.call(blind, "service_get_responses", input)));
  expect(left).not.toContain("@example.org");
  expect(left).toContain("Submitted");
});

test("charts sum up all responses, not only those of the page, up to a thousand", async () => {
  const service = await startService();
  const { token } = await service.mint();
  const { form, respondOften } = await answeredForm(service);
  const day = (text: string) => new Date(`2026-03-${text}T00:00:00Z`);
  await respondOften(1, () => ({ stars: 1 }), day("01"));
  await respondOften(29, () => ({ stars: 5 }), day("02"));
  const read = (input: object) =>
    views(service.call(token, "service_get_responses", { form_id: form.id, limit: 10, ...input }));
  const { en, de } = await read({});
  expect(en).toContain("The charts sum up all 30 responses.");
  expect(de).toContain("Die Diagramme zeigen alle 30 Antworten.");
  expect(en).toContain("30 of 30 answered");
  expect(en).toMatch(/<dt>Average<\/dt><dd>4\.87</);
  expect(en?.match(/<tr><th scope="row"><time/g)).toHaveLength(10);
  expect((await read({ date_to: "2026-03-01" })).en).toContain("The charts sum up 1 response.");

  const { structuredContent } = await service.call(token, "service_get_responses", {
    form_id: form.id,
    limit: 10,
  });
  expect((await read({ cursor: structuredContent.next_cursor })).en).not.toContain("The charts");

  await respondOften(1_000, () => ({ stars: 3 }), day("10"));
  const many = await read({});
  expect(many.en).toContain("The charts sum up the latest 1,000 of 1,030 responses.");
  expect(many.en).toMatch(/<dt>Average<\/dt><dd>3</);
});

test("charts leave out addresses of responses on other pages, too", async () => {
  const service = await startService();
  const { token } = await service.mint();
  const { token: blind } = await service.mint({ scopes: ["responses:read"] });
  const { form, respondOften } = await answeredForm(service);
  await respondOften(30, (n) => ({ source: n < 3 ? `person${n}@example.org` : "mail" }));
  const input = { form_id: form.id, limit: 10 };
  const seen = JSON.stringify(await views(service.call(token, "service_get_responses", input)));
  expect(seen).toContain("person2@example.org");
  const left = JSON.stringify(await views(service.call(blind, "service_get_responses", input)));
  expect(left).toContain("27 of 30 answered");
  expect(left).not.toContain("@example.org");
});

test("limits the length and languages of a view, and says what it leaves out", async () => {
  const service = await startService();
  const { token } = await service.mint({ plan: "team" });
  const one: FormStructure = everyFieldForm();
  const choices = Array.from({ length: 60 }, (_, n) => ({
    id: `c${n}`,
    label: { en: "A choice of a list of reasons" },
  }));
  const fields = Array.from({ length: 60 }, (_, n) => ({
    id: `f${n}`,
    type: "single_choice" as const,
    label: { en: `Field ${n}` },
    choices,
  }));
  const languages = ["en", "de", "fr", "it", "es"] as const;
  const structure = { ...one, languages, pages: [{ id: "p", fields }], calculations: [], endings: [] };
  const shown = await views(service.call(token, "service_create_form", { structure }));
  expect(Object.keys(shown)).toEqual(["en", "de", "fr"]);
  for (const view of Object.values(shown)) {
    expect(view.length).toBeLessThan(120_000);
    expect(Number(/data-left="(\d+)"/.exec(view)?.[1])).toBeGreaterThan(40);
  }
});

test("a dry run and a form without its structure have no view; a change has a view of the new form", async () => {
  const service = await startService();
  const { token } = await service.mint();
  const { structuredContent: form } = await service.call(token, "service_create_form", {
    structure: everyFieldForm(),
  });
  const { form_id } = form;
  const operations = [{ op: "change_form", title: { en: "Another title", de: "Anders" } }];
  const update = { form_id, operations };
  expect(await views(service.call(token, "service_get_form", { form_id }))).toBeUndefined();
  expect(
    await views(service.call(token, "service_update_form", { ...update, dry_run: true })),
  ).toBeUndefined();
  expect((await views(service.call(token, "service_update_form", update))).de).toContain("Anders");
});

test("the view of a form says when it opens, and that it has closed, in its languages", async () => {
  const service = await startService();
  const { token } = await service.mint();
  const form = everyFieldForm();
  const opens_at = new Date(service.time.now.getTime() + 60_000).toISOString();
  const closes_at = new Date(service.time.now.getTime() + 120_000).toISOString();
  const closed_text = { en: "See you **next year**" };
  const structure = { ...form, settings: { ...form.settings, opens_at, closes_at, closed_text } };
  const { structuredContent } = await service.call(token, "service_create_form", { structure });
  const input = { form_id: structuredContent.form_id, include_structure: true };
  const early = await views(service.call(token, "service_get_form", input));
  expect(early.en).toContain("It takes answers from ");
  expect(early.de).toContain("Es nimmt Antworten ab ");
  service.time.now = new Date(opens_at);
  const open = await views(service.call(token, "service_get_form", input));
  expect(open.en).not.toMatch(/It takes answers|next year/);
  service.time.now = new Date(closes_at);
  const closed = await views(service.call(token, "service_get_form", input));
  for (const language of ["en", "de"]) expect(closed[language]).toContain("<strong>next year</strong>");
});

test("the view of a lesson has as many sections as fit and the number of others; there is none while it is being made", async () => {
  const service = await startService({
    writer: shortLessons({
      write: async (request) => {
        const made = shortLesson(request);
        const text = { en: "A river. ".repeat(2_000) };
        const sections = Array.from({ length: 9 }, (_, n) => ({
          id: `s${n}`,
          heading: { en: `Section ${n}` },
          paragraphs: [text],
        }));
        return { ...made, sections };
      },
    }),
  });
  const { token } = await service.mint();
  const { structuredContent } = await service.call(token, "service_quote_lesson_generation", {
    prompt: "Rivers",
    languages: ["en"],
    illustration_count: 0,
  });
  const { quote_id } = structuredContent;
  const status = () => service.call(token, "service_get_lesson_generation_status", { quote_id });
  expect(await views(status())).toBeUndefined();
  await service.call(token, "service_create_lesson", { quote_id });
  await expect
    .poll(async () => (await status()).structuredContent.status, { timeout: 10_000, interval: 200 })
    .toBe("completed");
  const { en } = await views(status());
  expect(en?.match(/<h2[^>]*>Section \d/g)).toHaveLength(3);
  expect(en).toContain('data-left="6"');
});

test("views need no additional reads of the structure", async () => {
  const service = await startService();
  const { token } = await service.mint();
  const { form, respond } = await answeredForm(service);
  await respond({ name: "Ada" });
  const said = statements();
  const reads = async (tool: string, input: object) => {
    said();
    expect((await views(service.call(token, tool, { form_id: form.id, ...input }))).en).toContain("Ada");
    return said().filter((text) => /^select .*"form_versions"/.test(text)).length;
  };
  const title = { en: "Ada", de: "Ada" };
  const operations = [{ op: "change_form", title }];
  expect(await reads("service_get_responses", {})).toBe(1);
  // Applies the operations, and compares the result with the stored structure.
  expect(await reads("service_update_form", { operations })).toBe(2);
  expect(await reads("service_update_form", { status_action: "pause" })).toBe(1);
  expect(await reads("service_update_form", { status_action: "publish" })).toBe(1);
});
