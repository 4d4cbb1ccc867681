/** Attacks in every text of an owner, and the size of scripts on the pages. */

import { expect, test } from "vitest";
import type { FormStructure } from "../../../../generated/types.ts";
import { editors, saved } from "../../../test/support/editors.ts";
import { everyFieldForm } from "../../../test/support/every-field-form.ts";

const PAYLOADS = [
  `<img src=x onerror="globalThis.attacked=1">`,
  `</script><script>globalThis.attacked=1</script>`,
  `"><svg onload="globalThis.attacked=1">`,
  `</textarea></title></iframe><b onclick="globalThis.attacked=1" class="attack">x</b>`,
  `'-globalThis.attacked-'{{name}}<!--`,
  `javascript:globalThis.attacked=1//<a href="javascript:globalThis.attacked=1">`,
];

const TEXTS =
  /^(title|description|label|placeholder|pattern_message|unit|statement|min_label|max_label|message|submit_label|logo_alt)$/;

/** Returns the form with a different attack in each text, and the number of texts. */
function attacked(form: FormStructure, turn: number): { structure: FormStructure; places: number } {
  let places = 0;
  const visit = (value: unknown, key = ""): unknown => {
    if (Array.isArray(value)) return value.map((item) => visit(item));
    if (typeof value !== "object" || value === null) return value;
    if (!TEXTS.test(key) || typeof value !== "object")
      return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, visit(part, name)]));
    return Object.fromEntries(
      Object.keys(value).map((language) => [language, PAYLOADS[(turn + places++) % PAYLOADS.length]!]),
    );
  };
  return { structure: visit(form) as FormStructure, places };
}

test("no text of a form runs or breaks out on any page of its owner, with every payload in every place", async () => {
  const { ada, create } = await editors();
  let pairs = 0;
  for (let turn = 0; turn < PAYLOADS.length; turn += 1) {
    const { structure, places } = attacked(everyFieldForm(), turn);
    pairs += places;
    const id = await create(structure);
    for (const path of ["/forms", `/forms/${id}`, `/forms/${id}/edit`, `/forms/${id}/preview`]) {
      const { html, status } = await ada.open(path);
      expect(status).toBe(200);
      // Only attributes that the service wrote may control the page.
      expect(html).not.toMatch(/<(img|svg|b|a)[^>]*\s(onerror|onload|onclick)=/);
      expect(html).not.toMatch(/<script>|href="javascript:/);
      const [, data] = /id="editor-data">(.*?)<\/script>/s.exec(html) ?? [];
      if (path.endsWith("/edit")) expect(JSON.parse(data!).structure).toEqual(structure);
    }
  }
  expect(pairs).toBeGreaterThanOrEqual(6 * 54);
});

test("the editor and its preview show attacks as text", async () => {
  const { create, edit, openWindow, publicUrl } = await editors();
  const { structure } = attacked(everyFieldForm(), 0);
  const id = await create(structure);
  const page = await openWindow();
  await edit(page, id);
  const names = page.locator(".ed-outline .ed-item-name");
  for (let at = 0; at < (await names.count()); at += 1) await names.nth(at).click();
  await page.waitForSelector(".ed-frame:not(.ed-frame-new)");
  await saved(page);
  const seen = `[globalThis, ...[...document.querySelectorAll("iframe")].map((one) => one.contentWindow)]
    .map((one) => [one.attacked, one.document.querySelectorAll(".attack, img[src=x], a[href^=javascript]").length])`;
  for (const path of [undefined, "/forms", `/forms/${id}`, `/forms/${id}/preview`]) {
    if (path !== undefined) await page.goto(publicUrl + path);
    for (const [ran, made] of (await page.evaluate(seen)) as [unknown, number][])
      expect([path, ran, made]).toEqual([path, undefined, 0]);
  }
});

test("the list loads at most 1 kB of script, the page of a form none, and the editor at most 60 kB", async () => {
  const { ada, create, publicUrl } = await editors();
  const id = await create(everyFieldForm());
  const scripts = async (path: string) => {
    const { html } = await ada.open(path);
    const paths = [...html.matchAll(/<script[^>]*src="([^"]+)"/g)].map(([, source]) => source!);
    const sizes = paths.map(async (source) => {
      const answer = await fetch(publicUrl + source, { headers: { "Accept-Encoding": "br" } });
      return Number(answer.headers.get("content-length") ?? (await answer.arrayBuffer()).byteLength);
    });
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  };
  expect(await scripts("/forms")).toBeGreaterThan(0);
  expect(await scripts("/forms")).toBeLessThan(1_000);
  expect(await scripts("/forms/new")).toBeLessThan(1_000);
  expect(await scripts(`/forms/${id}`)).toBe(0);
  const editor = await scripts(`/forms/${id}/edit`);
  expect(editor).toBeGreaterThan(5_000);
  expect(editor).toBeLessThan(60_000);
});
