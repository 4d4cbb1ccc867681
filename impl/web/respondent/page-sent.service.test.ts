import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { publicForms } from "../../test/support/public-forms.ts";
import { letter } from "../../test/support/states/respondent.ts";
import { sendForm, visit } from "../../test/support/visitor.ts";

/** The numbers of the forms on the page that asks for the code. */
const AGAIN = 1;
const ADDRESS = 2;

async function sent() {
  const forms = await publicForms();
  const page = await visit(await forms.publish(letter));
  forms.later(61_000);
  return { forms, page: await sendForm(page, { "a.email": "ada@example.org", go: "send" }) };
}

test("keeps wrong inputs: half a code, and an invalid address", async () => {
  const { page } = await sent();
  const half = await sendForm(page, { code: '12"<' });
  expect(half.html).toMatch(/id="f-code"[^>]* value="12&quot;&lt;"/);
  const none = await sendForm(half, { address: "ada@exämple,org", go: "address" }, ADDRESS);
  expect(none.status).toBe(422);
  expect(none.html).toMatch(/id="f-address"[^>]* value="ada@exämple,org"/);
});

test("if the mail could not be sent, the page says so and does not ask for a code", async () => {
  const { forms, page } = await sent();
  const outbox = join(forms.folder, "outbox");
  await rm(outbox, { recursive: true });
  await writeFile(outbox, "");
  forms.later(61_000);
  const failed = await sendForm(page, { go: "again" }, AGAIN);
  expect(failed.html).toMatch(/class="notice" role="status">[^<]*could not be sent/);
  expect(failed.html).not.toContain("We have sent");
  expect(failed.html).not.toContain('name="code"');
  await rm(outbox);
  const again = await sendForm(failed, { go: "again" });
  expect(again.html).toMatch(/class="notice done" role="status">A new code is on its way/);
  const done = await sendForm(again, { code: (await forms.mail()).code });
  expect(done.url).toContain("/done/");
});
