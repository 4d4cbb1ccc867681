/** Addresses that users and programs write differently from the links on pages. */
import { expect, test } from "vitest";
import { publicForms } from "../test/support/public-forms.ts";
import { everyField } from "../test/support/sample-forms.ts";
import { visit } from "../test/support/visitor.ts";

/** Requests an address without following redirections. */
async function ask(url: string, method: "GET" | "HEAD" | "POST" = "GET") {
  const { status, headers } = await fetch(url, { method, redirect: "manual" });
  return [status, headers.get("location")];
}

test("redirects an address with a slash at its end to the page without it", async () => {
  const { publicUrl, publish } = await publicForms();
  const form = await publish(everyField);
  const { pathname } = new URL(form);
  expect(await ask(`${form}/?lang=de&embed`)).toEqual([308, `${pathname}?lang=de&embed`]);
  expect(await ask(`${form}/`, "HEAD")).toEqual([308, pathname]);
  expect(await ask(`${form}/`, "POST")).toEqual([308, pathname]);
  const paths = ["/sign-in", "/sign-up", "/forgot-password", "/forms", "/lessons", "/settings/integrations"];
  for (const path of paths) expect(await ask(`${publicUrl}${path}/`)).toEqual([308, path]);
  expect(await visit(`${form}/`)).toMatchObject({ status: 200, url: form });
});

test.for(["//example.org/", "/forms//example.org/", "/%5Cexample.org/..//", "/\\example.org//"])(
  "%s does not redirect to another site",
  async (path) => {
    const { publicUrl } = await publicForms();
    const { status, headers } = await fetch(publicUrl + path, {
      headers: { Accept: "text/html" },
      redirect: "manual",
    });
    const target = headers.get("location");
    expect(target === null ? status : new URL(target, publicUrl).origin).toBe(
      target === null ? 404 : publicUrl,
    );
  },
);

test("sends the icon at its standard address", async () => {
  const { publicUrl } = await publicForms();
  const icon = await fetch(`${publicUrl}/favicon.ico`, { headers: { Accept: "image/*" } });
  expect([icon.status, icon.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
  expect(await icon.text()).toContain("<svg");
});
