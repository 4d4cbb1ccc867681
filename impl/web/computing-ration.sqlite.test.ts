/** The computing budget of a network for forms, in points of `structureCost`, on each node. */
import { expect, test } from "vitest";
import type { FormField, FormStructure } from "../../generated/types.ts";
import { MAX_COST, structureCost } from "../forms/structure/cost.ts";
import { publicForms } from "../test/support/public-forms.ts";
import { sendForm, visit } from "../test/support/visitor.ts";
import { RATION } from "./limits.ts";

const question = (id: string, more: object = {}): FormField => ({
  id,
  type: "short_text",
  label: { en: id },
  ...more,
});

function form(fields: FormField[]): FormStructure {
  return { title: { en: "F" }, default_language: "en", languages: ["en"], pages: [{ id: "p", fields }] };
}

/** Returns a form that searches an answer of 10,000 characters many times, which is expensive only if there is an answer. */
function searching(count: number): FormStructure {
  const parts = (at: number) =>
    Array.from({ length: 50 }, (_, to) => ({ field: "a", op: "contains", value: `${at} ${to}` }));
  const conditions = Array.from({ length: count }, (_, at) =>
    question(`q${at}`, { visible_if: { any: parts(at) } }),
  );
  return {
    ...form([question("a")]),
    pages: [
      { id: "p", fields: [question("a")] },
      { id: "o", fields: conditions },
    ] as never,
  };
}

const open = () => publicForms({ environment: { TRUST_PROXY: "127.0.0.1" } });
const from = (network: string) => ({ "X-Forwarded-For": network });

test("refuses visits of an expensive form by their cost, only for their network, until the next window", async () => {
  const forms = await open();
  const structure = searching(499);
  const url = await forms.publish(structure);
  const { points } = structureCost(structure);
  expect(points).toBeGreaterThan(10 * MAX_COST);
  const statuses: number[] = [];
  for (let at = 0; at < RATION / points + 1; at += 1)
    statuses.push((await visit(url, from("203.0.113.1"))).status);
  expect(statuses.indexOf(429)).toBeGreaterThan((0.9 * RATION) / points);
  const refused = await visit(url, from("203.0.113.1"));
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "600"]);
  expect((await visit(url, from("198.51.100.1"))).status).toBe(200);
  expect((await fetch(`${forms.publicUrl}/healthz`)).status).toBe(200);
  forms.later(600_000);
  expect((await visit(url, from("203.0.113.1"))).status).toBe(200);
});

test("the cost of patterns on long answers counts, too", async () => {
  const forms = await open();
  const letters = Array.from({ length: 8 }, (_, at) =>
    question(`q${at}`, {
      type: "long_text",
      validation: { pattern: `[a-c]{0,${990 + at}}` },
    }),
  );
  const url = await forms.publish(form(letters));
  const page = await visit(url);
  const entries = Object.fromEntries(letters.map(({ id }) => [`a.${id}`, `d${"a".repeat(9_999)}`]));
  const statuses: number[] = [];
  while (!statuses.includes(429) && statuses.length < 100)
    statuses.push((await sendForm(page, { ...entries, go: "next" })).status);
  expect(statuses.at(-1)).toBe(429);
  expect(statuses.length).toBeGreaterThan(5);
});

test("does not refuse 400 respondents behind one address who send the most expensive form", () => {
  // Each opens the form, sends it twice with a mistake, and then correctly. The other pages have no fields.
  expect(400 * 4 * MAX_COST).toBeLessThan(RATION);
});
