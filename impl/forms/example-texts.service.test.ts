/** Texts that are still examples, and equal labels: agents and pages warn of them before a form is published, and publish it. */
import { expect, test } from "vitest";
import { ownerPages } from "../test/support/owner.ts";

const structure = {
  title: { en: "Untitled form" },
  default_language: "en" as const,
  languages: ["en" as const],
  pages: [
    {
      id: "page_1",
      fields: [
        { id: "name", type: "short_text" as const, label: { en: "Name" } },
        { id: "more", type: "short_text" as const, label: { en: "New question" } },
      ],
    },
  ],
};

async function made() {
  const running = await ownerPages();
  const { token } = await running.mint();
  const tool = async (name: string, args: object) =>
    (await running.call(token, `service_${name}`, args)).structuredContent;
  const created = await tool("create_form", { structure });
  return { ...running, tool, created, form_id: created.form_id as string };
}

const codes = (warnings: readonly { code: string }[]) => warnings.map(({ code }) => code);

test("an agent is warned when it makes, changes and publishes the form, which is published all the same", async () => {
  const { tool, created, form_id } = await made();
  expect(created.warnings).toMatchObject([
    { code: "example_text", path: "/title" },
    { code: "example_text", path: "/pages/0/fields/1/label" },
  ]);
  const operations = [{ op: "change_form", title: "Chess club" }];
  expect(codes((await tool("update_form", { form_id, operations })).warnings)).toEqual(["example_text"]);
  expect((await tool("get_form", { form_id })).to_check).toMatchObject([
    { code: "example_text", field: "more" },
  ]);
  const published = await tool("update_form", { form_id, status_action: "publish" });
  expect(published.status).toBe("published");
  expect(published.warnings).toMatchObject([{ code: "example_text", path: "/pages/0/fields/1/label" }]);
});

test("the page that publishes lists them with links to the editor; what is ticked off is not listed", async () => {
  const { signIn, form_id, tool } = await made();
  const ada = await signIn();
  const share = await ada.open(`/forms/${form_id}`);
  expect(share.html).toContain("2 places still have examples");
  expect(share.html).toContain(`<a href="/forms/${form_id}/edit#form">&quot;Untitled form&quot;</a>`);
  expect(share.html).toContain(`<a href="/forms/${form_id}/edit#field-more">&quot;New question&quot;</a>`);
  expect((await ada.open(`/forms/${form_id}/preview`)).html).toContain(`edit#field-more`);

  const editor = await ada.open(`/forms/${form_id}/edit`);
  const [, check = ""] = /name="check" value="([^"]+)"/.exec(editor.html) ?? [];
  await ada.send(editor, `/forms/${form_id}/checks`, { check });
  const after = await ada.open(`/forms/${form_id}`);
  expect(after.html).toContain("One place still has an example");
  const published = await tool("update_form", { form_id, status_action: "publish" });
  expect(codes(published.warnings)).toEqual(["example_text"]);
  expect((await ada.open(`/forms/${form_id}`)).html).not.toContain("still has an example");
});

test("equal choices are named where the form is published", async () => {
  const { signIn, tool, form_id } = await made();
  const operation = {
    op: "add_field",
    field: {
      id: "colour",
      type: "single_choice",
      label: { en: "Colour" },
      choices: [
        { id: "red", label: { en: "Red" } },
        { id: "rouge", label: { en: "red" } },
      ],
    },
  };
  await tool("update_form", { form_id, operations: [operation] });
  const { html } = await (await signIn()).open(`/forms/${form_id}`);
  expect(html).toMatch(
    new RegExp(`<a href="/forms/${form_id}/edit#field-colour">[^<]*red[^<]* stands more than once`),
  );
  const published = await tool("update_form", { form_id, status_action: "publish" });
  expect(codes(published.warnings)).toEqual(["example_text", "example_text", "same_label"]);
});
