/** The first page of the service: how people get in, and the operator's own pages. */
import { expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { readPromptForForm } from "../../ai/built-in-readers.ts";
import { ownerPages } from "../../test/support/owner.ts";
import { ownerLanguages } from "../../texts/owner/owner-texts.ts";

test("links the sign-in or the forms in its head, and the operator's legal notice below", async () => {
  const service = await ownerPages({
    environment: {
      IMPRINT_URL: "https://example.org/imprint?a=1&b=2",
      PRIVACY_URL: "https://example.org/privacy",
    },
  });
  const head = (html: string) => /<header.*?<\/header>/s.exec(html)![0];
  const { html } = await service.browser().open("/");
  expect(head(html)).toContain('<a href="/sign-in">Sign in</a>');
  expect(html).toContain('<a href="https://example.org/imprint?a=1&amp;b=2">Legal notice</a>');
  expect(html).toContain('<a href="https://example.org/privacy">Privacy</a>');
  const ada = await service.signIn();
  expect(head((await ada.open("/")).html)).toContain('<a href="/forms">Go to your forms</a>');
});

test("has no footer where the operator has named no page", async () => {
  const service = await ownerPages();
  expect((await service.browser().open("/")).html).not.toContain("<footer");
});

test.each(ownerLanguages)(
  "the form beside the example is what the built-in generator makes of its text: %s",
  async (language) => {
    const service = await ownerPages();
    const { html } = await service.browser().open(`/?lang=${language}`);
    const [, prompt = ""] = /class="ex-prompt">([^<]*)</.exec(html) ?? [];
    const made = readPromptForForm({ prompt, title: undefined, languages: undefined });
    expect(made).toEqual({
      structure: expect.objectContaining({ default_language: language }),
      warnings: [],
    });
    const [{ structure }] = [made as { readonly structure: FormStructure }];
    const asked = structure.pages
      .flatMap(({ fields }) => fields)
      .flatMap((field) => [
        field.label![language],
        ...("choices" in field ? field.choices.map(({ label }) => `( ) ${label[language]}`) : ["____"]),
      ]);
    const drawn = [
      ...html.matchAll(
        /<p class="ex-title">([^<]*)|<p>([^<]*)<\/p>\s*(?=<span class="ex-)|class="ex-choice[^>]*>([^<]*)|class="ex-(input)"/g,
      ),
    ];
    expect(
      drawn.map(([, title, label, choice]) => title ?? label ?? (choice ? `( ) ${choice}` : "____")),
    ).toEqual([structure.title[language], ...asked]);
  },
);
