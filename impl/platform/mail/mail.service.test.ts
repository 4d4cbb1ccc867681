import { expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { mailServer } from "../../test/support/mail-server.ts";
import { publicForms } from "../../test/support/public-forms.ts";
import { sendForm, visit } from "../../test/support/visitor.ts";

function contact(title: string): FormStructure {
  return {
    title: { en: title },
    default_language: "en",
    languages: ["en"],
    pages: [{ id: "p", fields: [{ id: "email", type: "email", label: { en: "Email" }, required: true }] }],
  };
}

test("with MAIL_URL, the code goes out through the mail server, and no outbox is shown", async () => {
  const { received, environment } = await mailServer();
  const forms = await publicForms({ environment });
  const page = await visit(await forms.publish(contact("Write to us")));
  forms.later(5_000);
  const sent = await sendForm(page, { "a.email": "ada@example.org", go: "send" });
  expect(received).toMatchObject([
    {
      envelope: ["ada@example.org"],
      from: { name: "Forms", address: "forms@example.org" },
      subject: expect.stringMatching(/^\d{6} is your confirmation code$/),
    },
  ]);
  const code = received[0]!.subject!.slice(0, 6);
  expect(received[0]!.text).toContain(code);
  expect(received[0]!.html).toContain(code);
  expect((await sendForm(sent, { code })).url).toContain("/done/");
  expect(forms.outboxUrl).toBeUndefined();
});

test("a mail names the owner of the form, without texts, headers or receivers from the form", async () => {
  const { received, environment } = await mailServer();
  const forms = await publicForms({ environment });
  const evil = "Pay at evil.example\r\nBcc: eve@example.org\r\n\r\n<img src=x>";
  const form = contact(evil);
  form.description = { en: evil };
  const page = await visit(await forms.publish(form));
  forms.later(5_000);
  await sendForm(page, { "a.email": "ada@example.org", go: "send" });
  const [mail] = received;
  expect(received.map(({ envelope }) => envelope)).toEqual([["ada@example.org"]]);
  expect(mail!.bcc).toBeUndefined();
  const { host } = new URL(forms.publicUrl);
  for (const text of [mail!.subject!, mail!.text!, mail!.html!]) expect(text).not.toMatch(/evil|eve@|<img/);
  for (const text of [mail!.text!, mail!.html!])
    expect(text).toContain(`This address was entered in a form of owner@example.org on ${host}`);
});

test.for([
  "ada@example.org\r\nBcc: eve@example.org",
  "ada@example.org, eve@example.org",
  "Ada <ada@example.org>",
  "ada@example.org\0",
])("an address such as %j gets no mail", async (address) => {
  const { received, environment } = await mailServer();
  const forms = await publicForms({ environment });
  const page = await visit(await forms.publish(contact("Write to us")));
  forms.later(5_000);
  const answer = await sendForm(page, { "a.email": address, go: "send" });
  expect(answer.status).toBe(422);
  expect(received).toEqual([]);
});

test("when the mail server is down, the page says so and lets the respondent send the mail again", async () => {
  const { received, close, environment } = await mailServer();
  await close();
  const forms = await publicForms({ environment });
  const page = await visit(await forms.publish(contact("Write to us")));
  forms.later(5_000);
  const sent = await sendForm(page, { "a.email": "ada@example.org", go: "send" });
  expect(sent.html).toContain("The email could not be sent");
  expect(received).toEqual([]);
  expect(forms.logged.map(({ event }) => event)).toContain("mail_not_sent");
  expect(JSON.stringify(await forms.responses())).toContain("pending_verification");
});

const titles = [
  ["Summer party 2026", true],
  ["Anmeldung: Sommerfest", false],
  ["Élèves & parents, classe 4-B", true],
  ["Ερωτηματολόγιο", true],
  ["Win a prize at evil.example", false],
] as const;

test.for(titles)(
  "the mail names the form %j: %j, and only if its owner's address is confirmed",
  async ([title, isNamed]) => {
    const { received, environment } = await mailServer();
    const forms = await publicForms({ environment });
    const send = async () => {
      const page = await visit(await forms.publish(contact(title)));
      forms.later(5_000);
      await sendForm(page, { "a.email": "ada@example.org", go: "send" });
      return received.at(-1)!;
    };
    for (const text of Object.values(await send())) expect(text).not.toContain(title);
    await forms.storage.db.updateTable("accounts").set({ email_confirmed: 1 }).execute();
    const { text, html, subject } = await send();
    const { host } = new URL(forms.publicUrl);
    const sentence = isNamed
      ? `in the form “${title}” of owner@example.org on ${host}`
      : `in a form of owner@example.org on ${host}`;
    expect(text).toContain(sentence);
    expect(html).toContain(sentence.replaceAll("&", "&amp;"));
    expect(subject).not.toContain(title);
  },
);
