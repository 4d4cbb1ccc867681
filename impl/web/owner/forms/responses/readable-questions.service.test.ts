/** Questions and answers as owners read them: no notation of the form, and numbers with their units. */
import { expect, test } from "vitest";
import type { FormStructure } from "../../../../../generated/types.ts";
import { listMentionable } from "../../../../responses/notifications/preview-texts.ts";
import { answeredForm } from "../../../../test/support/answered-form.ts";
import { ownerPages } from "../../../../test/support/owner.ts";
import { ownerTranslation } from "../../../../texts/owner/owner-texts.ts";
import { listChangeTexts } from "../change-text.ts";

const intake: FormStructure = {
  title: { en: "Intake" },
  default_language: "en",
  languages: ["en"],
  pages: [
    {
      id: "p",
      fields: [
        { id: "pet", type: "short_text", label: { en: "What is your animal called?" } },
        { id: "neutered", type: "yes_no", label: { en: "Is {{pet}} neutered? Not {{known}}?" } },
        { id: "weight", type: "number", label: { en: "Weight" }, unit: { en: "kg" } },
        {
          id: "signs",
          type: "matrix",
          label: { en: "How often?" },
          rows: [{ id: "cough", label: { en: "Cough" } }],
          columns: [{ id: "never", label: { en: "Never" } }],
        },
      ],
    },
    {
      id: "q",
      title: { en: "More about {{pet}}" },
      fields: [{ id: "more", type: "long_text", label: { en: "More" } }],
    },
  ],
};

const textOf = (html: string) => html.replace(/<(?:[^>"]|"[^"]*")*>/g, " ").replace(/\s+/g, " ");

async function start() {
  const service = await ownerPages();
  const ada = await service.signIn();
  const { form, respond } = await answeredForm(service, intake);
  const open = async (path: string) => textOf((await ada.open(`/forms/${form.id}${path}`)).html);
  return { ...service, ada, form, respond, open };
}

test("pages about all responses show an ellipsis where a question mentions an answer", async () => {
  const { open, respond } = await start();
  await respond({ pet: "Byte", neutered: true });
  for (const path of ["/responses", "/responses/summary", "/prefilled", "/responses?where=neutered"]) {
    const page = await open(path);
    expect([path, page]).toEqual([path, expect.stringContaining("Is … neutered? Not {{known}}?")]);
    expect([path, page]).toEqual([path, expect.not.stringContaining("{{pet}}")]);
  }
});

test("an answer is inserted into a mail by a readable name", () => {
  const offered = listMentionable(ownerTranslation("en"), intake).map(({ label }) => label);
  expect(offered).toContain("Is … neutered? Not {{known}}?");
});

test("the page of a response has the answers where its questions mention them", async () => {
  const { open, respond } = await start();
  const [full, empty] = [
    await respond({ pet: "Byte", neutered: true, more: "x" }),
    await respond({ neutered: false }),
  ];
  const page = await open(`/responses/${full}`);
  expect(page).toContain("Is Byte neutered? Not {{known}}?");
  expect(page).toContain("More about Byte");
  expect(await open(`/responses/${empty}`)).toContain("Is … neutered? Not {{known}}?");
});

test("changes of a form are told without its notation", () => {
  const [first, ...pages] = intake.pages;
  const fields = first!.fields.filter(({ id }) => id !== "neutered");
  const after = { ...intake, pages: [{ ...first!, fields }, ...pages] };
  expect(listChangeTexts(ownerTranslation("en"), { before: intake, after }).texts).toEqual([
    "The question “Is … neutered? Not {{known}}?” is deleted.",
  ]);
});

test("numbers have their unit, and the row of a matrix follows its question without a second sign", async () => {
  const { open, respond } = await start();
  const id = await respond({ weight: 4.2, signs: { rows: { cough: "never" } } });
  expect(await open(`/responses/${id}`)).toMatch(/Weight 4\.2 kg How often\? Cough Never/);
  const table = await open("/responses");
  expect(table).toContain("4.2 kg");
  expect(table).toContain("How often? Cough");
  expect(await open("/responses/summary")).toMatch(/Average 4\.2 kg Median 4\.2 kg Range 4\.2 – 4\.2 kg/);
  expect(await open("/prefilled")).toContain("Weight (kg)");
});

test("on the page of a response, addresses and numbers are links to write and to call", async () => {
  const service = await ownerPages();
  const ada = await service.signIn();
  const { form, respond } = await answeredForm(service, {
    ...intake,
    pages: [
      {
        id: "p",
        fields: [
          { id: "mail", type: "email", label: { en: "Email" } },
          { id: "phone", type: "phone", label: { en: "Phone" } },
          { id: "text", type: "short_text", label: { en: "Text" } },
        ],
      },
    ],
  });
  const answers = { mail: "a+b?cc=eve@example.org", phone: "+4930123456", text: "+4930123457" };
  const id = await respond(answers, { email: "ada@example.org" });
  const { html } = await ada.open(`/forms/${form.id}/responses/${id}`);
  expect(html).toContain('<h2 class="sub"><a href="mailto:ada@example.org">ada@example.org</a></h2>');
  expect(html).toContain('<a href="mailto:a+b%3Fcc%3Deve@example.org">a+b?cc=eve@example.org</a>');
  expect(html).toContain('<a href="tel:+4930123456">+4930123456</a>');
  expect(html).toMatch(/<dd>\+4930123457<\/dd>/);
});
