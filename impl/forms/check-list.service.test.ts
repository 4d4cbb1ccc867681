/** The check list of a form: kept with it until it is ticked off, for agents, pages and everybody who may edit. */
import { expect, test } from "vitest";
import { builtInEditor } from "../ai/built-in.ts";
import { ownerPages } from "../test/support/owner.ts";
import type { GenerateForm } from "./generator.ts";

const structure = {
  title: { en: "Quiz" },
  default_language: "en" as const,
  languages: ["en" as const],
  pages: [
    {
      id: "page_1",
      fields: [
        { id: "name", type: "short_text" as const, label: { en: "Name" } },
        {
          id: "capital",
          type: "single_choice" as const,
          label: { en: "Capital" },
          choices: [
            { id: "a", label: { en: "Canberra" } },
            { id: "b", label: { en: "Canberra" } },
          ],
        },
      ],
    },
  ],
};

const quiz: GenerateForm = async () => ({
  structure,
  generator: { kind: "builtin", name: "Built-in generator" },
  warnings: [
    {
      code: "answers_missing",
      message: 'No points are counted for right answers ("Canberra"): set an answer_key.',
      path: "/pages/0/fields/1",
    },
    { code: "not_understood", message: 'Not understood and not in the form: "no dogs".' },
  ],
});

async function made() {
  const running = await ownerPages({ generateForm: quiz, editForm: builtInEditor });
  const { token } = await running.mint();
  const tool = (name: string, args: object) => running.call(token, `service_${name}`, args);
  const { form_id } = (await tool("create_form", { prompt: "A quiz" })).structuredContent;
  const toCheck = async () => (await tool("get_form", { form_id })).structuredContent.to_check;
  return { ...running, form_id, tool, toCheck };
}

test("an agent reads checks in words for users, and marking one as done removes it for all", async () => {
  const { form_id, toCheck, signIn } = await made();
  const [points, unread, same] = await toCheck();
  expect([points.code, unread.code, same.code]).toEqual(["answers_missing", "not_understood", "same_label"]);
  expect(points.field).toBe("capital");
  expect(points.message).toContain("“Show right answers”");
  expect(JSON.stringify(points)).not.toContain("answer_key");

  const ada = await signIn();
  const page = await ada.open(`/forms/${form_id}/edit`);
  expect(page.html).toContain("“Show right answers”");
  const [, check = ""] = /name="check" value="([^"]+)"/.exec(page.html) ?? [];
  await ada.send(page, `/forms/${form_id}/checks`, { check });
  expect((await ada.open(`/forms/${form_id}/edit`)).html).not.toContain("“Show right answers”");
  expect(await toCheck()).toEqual([unread, same]);
});

test("checks of the structure disappear when solved, and appear with a new problem", async () => {
  const { form_id, tool, toCheck } = await made();
  const change = async (operation: object) => tool("update_form", { form_id, operations: [operation] });
  await change({ op: "change_choice", field: "capital", id: "b", label: "Sydney" });
  expect((await toCheck()).map(({ code }: { code: string }) => code)).toEqual([
    "answers_missing",
    "not_understood",
  ]);
  await change({ op: "remove_field", id: "capital" });
  await change({ op: "change_field", id: "name", set: { label: "Your password" } });
  expect(await toCheck()).toMatchObject([
    { code: "not_understood" },
    { code: "secret_asked", field: "name" },
  ]);
});

test("viewers do not see the checks", async () => {
  const { form_id, mint, call, tool } = await made();
  const { token } = await mint({ email: "grace@example.org" });
  await tool("share_form", { form_id, email: "grace@example.org", permission: "view" });
  const seen = await call(token, "service_get_form", { form_id });
  expect(seen.structuredContent.form_id).toBe(form_id);
  expect(seen.structuredContent.to_check).toBeUndefined();
});
