/** The generated client against the service, over the official clients of both generations. */
import { outputOf } from "@toolwright/runtime/client";
import { describe, expect, test } from "vitest";
import { createClient } from "../../../generated/client.ts";
import { connect, connectModern, startService } from "../../test/support/service.ts";

describe.each([
  ["SDK 1.x", connect],
  ["SDK 2.x", connectModern],
])("over the client of %s", (_name, connectBy) => {
  async function start() {
    const { endpoint, mint } = await startService();
    return createClient(await connectBy(endpoint, (await mint()).token));
  }

  test("a form is made, read and published", async () => {
    const forms = await start();
    const { form_id } = outputOf(
      await forms.createForm({ prompt: "Event registration with name and e-mail" }),
    );
    const form = outputOf(await forms.getForm({ form_id, include_structure: true }));
    expect(form.status).toBe("draft");
    expect(form.structure?.pages[0]?.fields.length).toBeGreaterThan(0);
    expect(outputOf(await forms.updateForm({ form_id, status_action: "publish" })).status).toBe("published");
  });

  test("a refusal has its declared code, and a program can decide by it", async () => {
    const forms = await start();
    const outcome = await forms.getForm({ form_id: `frm_${"0".repeat(22)}` });
    expect(outcome).toMatchObject({ ok: false, code: "not_found", retryable: false });
    expect(await forms.createForm({ prompt: "" })).toMatchObject({ ok: false, code: "invalid_input" });
  });

  test("a resource, a prompt and a completion of a form", async () => {
    const forms = await start();
    const { form_id } = outputOf(
      await forms.createForm({ prompt: "Name and e-mail", title: "Summer party" }),
    );
    expect(await forms.resources.formStructure.complete({ parameter: "form_id", value: "summer" })).toEqual([
      form_id,
    ]);
    const form = outputOf(await forms.resources.formStructure({ form_id }));
    expect(form.pages[0]?.fields.length).toBeGreaterThan(0);
    const [message] = outputOf(await forms.prompts.reviewForm({ form_id }));
    expect(JSON.stringify(message?.content)).toContain(form_id);
    const gone = await forms.resources.formStructure({ form_id: `frm_${"0".repeat(22)}` });
    expect(gone).toMatchObject({ ok: false, code: "not_found", retryable: false });
  });

  test("a list is read to its end", async () => {
    const forms = await start();
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const prompt = `Form ${n} with a name`;
      made.unshift(outputOf(await forms.createForm({ prompt, title: `Form ${n}` })).title);
    }
    const titles = await Array.fromAsync(
      forms.listForms.items({ query: "Form", limit: 2 }),
      ({ title }) => title,
    );
    expect(titles.toSorted()).toEqual(made.toSorted());
    const [page] = await Array.fromAsync(forms.listForms.pages({ limit: 100 }));
    expect(page?.total_count).toBe(5);
  });
});
