/**
 * Tests questions for a password, a card or bank number or a code: every interface warns of them, publishing needs a second
 * confirmation, and respondents are told.
 */
import { expect, test } from "vitest";
import { builtInEditor, builtInGenerator } from "../ai/built-in.ts";
import { ownerPages } from "../test/support/owner.ts";
import { failureCode } from "../test/support/wire.ts";

const NEVER = "Never enter passwords";

function asking(...labels: string[]) {
  const fields = labels.map((label, at) => ({ id: `q${at}`, type: "short_text", label: { en: label } }));
  return {
    title: { en: "Members" },
    default_language: "en",
    languages: ["en"],
    pages: [{ id: "page_1", fields }],
  };
}

async function service() {
  const running = await ownerPages({ generateForm: builtInGenerator, editForm: builtInEditor });
  const { token } = await running.mint();
  const tool = (name: string, args: object) => running.call(token, `service_${name}`, args);
  return {
    ...running,
    create: (args: object) => tool("create_form", args),
    update: (args: object) => tool("update_form", args),
    publicPage: async (id: string) => (await fetch(`${running.publicUrl}/f/${id}`)).text(),
  };
}

const codes = (warnings: readonly { readonly code: string }[]) => warnings.map(({ code }) => code);

test("warns of a secret question, by structure, prompt and operation", async () => {
  const { create, update } = await service();
  const secret = { code: "secret_asked", path: "/pages/0/fields/1/label" };
  const made = await create({ structure: asking("Name", "Bank password") });
  expect(made.structuredContent.warnings).toMatchObject([secret]);
  const byPrompt = await create({ prompt: "Members\n- Name\n- Credit card number" });
  expect(codes(byPrompt.structuredContent.warnings)).toContain("secret_asked");
  const plain = (await create({ structure: asking("Name") })).structuredContent;
  const added = await update({
    form_id: plain.form_id,
    operations: [{ op: "add_field", field: { type: "short_text", label: "IBAN" } }],
  });
  expect(added.structuredContent.warnings).toMatchObject([secret]);
});

test("publishing needs a second confirmation, which respondents can see", async () => {
  const { create, update, publicPage } = await service();
  const { form_id, status, warnings } = (
    await create({ structure: asking("Name", "Bank password"), publish: true })
  ).structuredContent;
  expect(status).toBe("draft");
  expect(codes(warnings)).toEqual(["stays_draft", "secret_asked"]);

  const publish = { form_id, status_action: "publish" };
  for (const dry_run of [true, false]) {
    const refused = await update({ ...publish, dry_run });
    expect(failureCode(refused)).toBe("invalid_input");
    expect(JSON.stringify(refused)).toContain("once a person has agreed (acknowledge: true)");
  }
  const published = await update({ ...publish, acknowledge: true });
  expect(published.structuredContent.status).toBe("published");
  expect(await publicPage(form_id)).toContain(NEVER);
});

test("a published form needs a second confirmation for a new secret question, and none for an existing one", async () => {
  const { create, update, publicPage } = await service();
  const made = await create({ structure: asking("Name"), publish: true });
  const { form_id, status } = made.structuredContent;
  expect(status).toBe("published");
  expect(await publicPage(form_id)).not.toContain(NEVER);
  for (const edit of [
    { operations: [{ op: "add_field", field: { id: "pin", type: "short_text", label: "PIN" } }] },
    { structure: asking("Name", "CVV") },
    { ai_prompt: 'Add a question "Bank password"' },
  ])
    expect(failureCode(await update({ form_id, ...edit }))).toBe("invalid_input");
  expect(await publicPage(form_id)).not.toContain(NEVER);

  const operations = [{ op: "add_field", field: { id: "pin", type: "short_text", label: "PIN" } }];
  await update({ form_id, operations, acknowledge: true });
  expect(await publicPage(form_id)).toContain(NEVER);
  const renamed = await update({ form_id, operations: [{ op: "change_form", title: "Club" }] });
  expect(renamed.structuredContent.warnings).toMatchObject([{ code: "secret_asked" }]);
});

test("on the page, the checkbox beside the button is required", async () => {
  const { create, signIn, publicPage } = await service();
  const ada = await signIn();
  const { form_id: id } = (await create({ structure: asking("Kontonummer") })).structuredContent;
  for (const path of [`/forms/${id}`, `/forms/${id}/preview`]) {
    const page = await ada.open(path);
    expect(page.html).toMatch(/<input type="checkbox" name="acknowledge" value="yes" required>/);
  }
  const page = await ada.open(`/forms/${id}`);
  const refused = await ada.send(page, `/forms/${id}/status`, { action: "publish" });
  expect(refused.status).toBe(422);
  expect(refused.html).toContain("The form asks for a secret (&quot;Kontonummer&quot;)");
  expect(refused.html).toContain("tick the box above the button and publish again");
  expect(refused.html).not.toContain("acknowledge: true");
  await ada.send(page, `/forms/${id}/status`, { action: "publish", acknowledge: "yes" });
  expect(await publicPage(id)).toContain(NEVER);
});

test("warns of questions with the same label below one heading", async () => {
  const { create } = await service();
  const field = (id: string, type = "short_text", label = "Name") => ({ id, type, label: { en: label } });
  const fields = [
    field("a"),
    field("b", "section"),
    field("c"),
    field("d", "email", " name"),
    field("e", "statement"),
  ];
  const pages = [
    { id: "page_1", fields },
    { id: "page_2", fields: [field("f")] },
  ];
  const { structuredContent } = await create({ structure: { ...asking(), pages } });
  expect(structuredContent.warnings).toMatchObject([
    {
      code: "same_label",
      path: "/pages/0/fields/3/label",
      message: expect.stringContaining('Two questions are "name"'),
    },
  ]);
  const written = await create({ prompt: "Form\nName\nAge\nName (required)" });
  expect(codes(written.structuredContent.warnings)).toEqual(["same_label"]);
});

test("every interface warns of choices, rows and columns with the same label", async () => {
  const { create, update } = await service();
  const choices = (...labels: string[]) =>
    labels.map((label, at) => ({ id: `c${at}`, label: { en: label } }));
  const pages = [
    {
      id: "page_1",
      fields: [
        { id: "pet", type: "single_choice", label: { en: "Pet" }, choices: choices("Cat", "Dog", " cat") },
        {
          id: "skills",
          type: "matrix",
          label: { en: "Skills" },
          rows: choices("Singing", "Singing"),
          columns: choices("Good", "Bad"),
        },
      ],
    },
  ];
  const made = await create({ structure: { ...asking(), pages } });
  const fields = "/pages/0/fields";
  expect(made.structuredContent.warnings).toMatchObject([
    { code: "same_label", path: `${fields}/0/choices/2/label` },
    { code: "same_label", path: `${fields}/1/rows/1/label` },
  ]);
  const { form_id } = made.structuredContent;
  const retire = { op: "retire_choice", field: "pet", id: "c2" };
  const again = await update({ form_id, operations: [retire] });
  expect(again.structuredContent.warnings).toMatchObject([{ path: `${fields}/1/rows/1/label` }]);
  const choice = { op: "add_choice", field: "pet", choice: "DOG" };
  const added = await update({ form_id, operations: [choice] });
  expect(codes(added.structuredContent.warnings)).toEqual(["same_label", "same_label"]);
});
