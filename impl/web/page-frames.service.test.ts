import { expect, test } from "vitest";
import type { FormStructure } from "../../generated/types.ts";
import { learner } from "../test/support/learner.ts";
import { publicForms } from "../test/support/public-forms.ts";
import { type Page, sendForm, visit } from "../test/support/visitor.ts";

const letter: FormStructure = {
  title: { en: "Letter" },
  default_language: "en",
  languages: ["en"],
  pages: [{ id: "p", fields: [{ id: "email", type: "email", label: { en: "Email" }, required: true }] }],
  endings: [{ id: "end", title: { en: "Bye" }, redirect_url: "http://1.2.3.4.5/nowhere" }],
};

function ancestors({ headers }: Page): string | undefined {
  return /frame-ancestors ([^;]*)/.exec(headers.get("content-security-policy") ?? "")?.[1];
}

test("only pages of an embedded public form can be framed, including the last one", async () => {
  const forms = await publicForms();
  const open = await forms.publish(letter);
  const locked = await forms.publish(letter, { password: "open sesame" });
  const seen: Record<string, Page> = {};
  seen["a form"] = await visit(open);
  seen["a form, embedded"] = await visit(`${open}?embed=1`);
  seen["a paused form, embedded"] = await visit(
    `${await forms.publish(letter, { status: "paused" })}?embed=1`,
  );
  seen["a password, embedded"] = await visit(`${locked}?embed=1`);
  seen["a wrong password, embedded"] = await sendForm(seen["a password, embedded"], { password: "no" });
  seen["a form behind a password, embedded"] = await sendForm(seen["a password, embedded"], {
    password: "open sesame",
  });
  forms.later(5_000);
  seen["sent, embedded"] = await sendForm(seen["a form, embedded"], {
    "a.email": "ada@example.org",
    go: "send",
  });
  const { code, link } = await forms.mail();
  seen["the link of a mail, embedded"] = await visit(`${link}&embed=1`);
  seen["done, embedded"] = await sendForm(seen["sent, embedded"], { code });
  seen["nothing, embedded"] = await visit(`${forms.publicUrl}/f/none?embed=1`);
  seen["the outbox, embedded"] = await learner().open(`${forms.outboxUrl}&embed=1`);
  const framable = Object.entries(seen).filter(([, page]) => ancestors(page) === "*");
  expect(framable.map(([name]) => name)).toEqual([
    "a form, embedded",
    "a paused form, embedded",
    "sent, embedded",
    "done, embedded",
  ]);
  for (const [name, page] of Object.entries(seen)) {
    const denied = page.headers.get("x-frame-options") === "DENY";
    expect(denied, name).toBe(ancestors(page) === "'none'");
    expect(page.headers.get("content-security-policy"), name).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self';",
    );
    expect(page.headers.get("x-content-type-options"), name).toBe("nosniff");
    expect(page.headers.get("referrer-policy"), name).toBe("same-origin");
    expect(page.headers.get("cache-control"), name).toContain("no-cache");
  }
});

test("rejects a form from a foreign origin with a page that reveals nothing", async () => {
  const forms = await publicForms();
  const url = await forms.publish(letter);
  const { pathname } = new URL(url);
  for (const origin of ["null", "https://evil.example"])
    for (const path of [
      pathname,
      `${pathname}/files`,
      `${pathname}/waiting`,
      `${pathname}/sent/${"x".repeat(30)}`,
      "/f/%3Cscript%3E",
    ]) {
      const refused = await fetch(`${forms.publicUrl}${path}?lang=fr&embed=light`, {
        method: "POST",
        headers: { Origin: origin },
        body: new FormData(),
      });
      const html = await refused.text();
      expect([refused.status, path]).toEqual([403, path]);
      expect(html).toContain("Ce formulaire ne peut pas être envoyé d’ici");
      expect(html).toContain('class="embedded light"');
      const shown = path.replace(/\/(files|waiting)$/, "");
      expect(html).toContain(`href="${forms.publicUrl}${shown}?lang=fr"`);
      expect(html).not.toMatch(/Letter|<form/);
      // The script sends the height to the page around the frame.
      expect(html.match(/<script[^>]*>/g)).toEqual([expect.stringMatching(/"\/assets\/frame-\w+\.js">$/)]);
    }
  const others = ["/api/mcp", "/files/none", "/exports/none", "/assets/none"];
  for (const path of others) {
    const refused = await fetch(forms.publicUrl + path, { method: "POST", headers: { Origin: "null" } });
    expect([refused.status, refused.headers.get("content-type")]).toEqual([403, "application/json"]);
  }
  expect(await forms.storage.db.selectFrom("fills").selectAll().execute()).toEqual([]);
});

test("a form in the frame of a light site stays light on all pages", async () => {
  const forms = await publicForms();
  const first = await visit(`${await forms.publish(letter)}?embed=light`);
  forms.later(5_000);
  const sent = await sendForm(first, { "a.email": "ada@example.org", go: "send" });
  const done = await sendForm(sent, { code: (await forms.mail()).code });
  for (const { html } of [first, sent, done]) {
    expect(html).toContain('class="embedded light"');
    expect(html).toContain('<meta name="color-scheme" content="light">');
  }
});

test.for(["//evil.example", "https://evil.example", "\\\\evil.example", "/\r\nX: 1"])(
  "%j in an address does not redirect to another site",
  async (evil) => {
    const forms = await publicForms();
    const url = await forms.publish(letter);
    const page = await visit(`${url}?lang=${encodeURIComponent(evil)}&embed=${encodeURIComponent(evil)}`);
    const [, action] = /<form[^>]*action="([^"]*)"/.exec(page.html) ?? [];
    expect(action).toBe(`${new URL(url).pathname}?lang=en`);
    forms.later(5_000);
    const sent = await sendForm(page, { "a.email": "ada@example.org", go: "send", lang: evil });
    expect(sent.url).toMatch(new RegExp(`^${url}/sent/[\\w.-]+\\?lang=en$`));
    const done = await sendForm(sent, { code: (await forms.mail()).code });
    // The owner's address is invalid for browsers.
    expect(done.html).toContain("Bye");
    expect(done.html).not.toMatch(/href="(http|\/\/)/);
  },
);
