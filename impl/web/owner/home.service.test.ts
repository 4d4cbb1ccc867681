/** The first page of the service: how people get in, and the operator's own pages. */
import { expect, test } from "vitest";
import { ownerPages } from "../../test/support/owner.ts";

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
