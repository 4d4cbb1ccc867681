/** What a page of a form may cost: its size is bounded when the form is stored, and drawing it leaves others their turn. */
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import type { FormField, FormStructure, LocalizedText } from "../../generated/types.ts";
import { structureProblems } from "../forms/structure/check.ts";
import { pageBytes } from "../forms/structure/page-size.ts";
import { placedTexts } from "../forms/structure/places.ts";
import { html } from "../platform/html.ts";
import { languageCodes } from "../texts/languages.ts";
import { pageBody } from "../web/page-body.ts";
import { turns } from "../web/turns.ts";
import { everyFieldForm } from "./support/every-field-form.ts";
import { publicForms } from "./support/public-forms.ts";
import { sendForm, visit } from "./support/visitor.ts";

const label = (text: string): LocalizedText => ({ en: text });

function choices(count: number, text: string) {
  return Array.from({ length: count }, (_, at) => ({ id: `c${at}`.padEnd(20, "x"), label: label(text) }));
}

function onePage(fields: FormField[]): FormStructure {
  return {
    title: label("Large"),
    default_language: "en",
    languages: ["en"],
    hidden_fields: [{ id: "source" }],
    pages: [{ id: "p", fields }],
  };
}

function matrices(count: number, rows: number, columns: number, text: string): FormField[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `m${at}`,
    type: "matrix",
    label: label("M"),
    rows: choices(rows, text),
    columns: choices(columns, text),
  }));
}

/** Every type of field on one page, with the same text wherever an owner can write one. */
function everyText(text: string): FormStructure {
  const form = everyFieldForm();
  for (const { value } of placedTexts(form)) value.en = text;
  const fields = form.pages.flatMap((page) => page.fields);
  const visible = fields.map((field) => ({ ...field, visible_if: undefined }) as unknown as FormField);
  return { ...form, languages: ["en"], pages: [{ id: "p", fields: visible }] };
}

const texts = [
  "",
  "plain",
  "&\"'<>",
  '"'.repeat(300),
  "\n",
  "\n\n",
  "ä€😀",
  "{{source}}",
  "a\nb\n\nc {{name}}",
];

test("no page is larger than the bound says, whatever its texts, its answers to mentions and its language", async () => {
  const forms = await publicForms();
  const source = encodeURIComponent('"'.repeat(2_000));
  const tooLarge: string[] = [];
  for (const one of texts) {
    const form = everyText(one.repeat(20));
    const bound = pageBytes(form, form.pages[0]!);
    const url = await forms.publish(form);
    const page = await visit(`${url}?source=${source}`);
    const wrong = await sendForm(page, { "a.age": "x", "a.birthday": "x", "a.website": "x", go: "send" });
    expect([page.status, wrong.status]).toEqual([200, 422]);
    for (const { html: body } of [page, wrong]) if (Buffer.byteLength(body) > bound) tooLarge.push(one);
  }
  const [first, ...others] = languageCodes;
  const form = { ...everyText("x"), languages: [first!, ...others] };
  const url = await forms.publish(form);
  for (const language of languageCodes) {
    const page = await visit(`${url}?lang=${language}`);
    if (Buffer.byteLength(page.html) > pageBytes(form, form.pages[0]!)) tooLarge.push(language);
  }
  expect(tooLarge).toEqual([]);
});

const large: [name: string, fields: FormField[]][] = [
  ["30 matrices of 50 rows and 20 columns", matrices(30, 50, 20, "x")],
  ["2 matrices with long texts", matrices(2, 50, 20, "long".repeat(250))],
  [
    "500 texts that mention an answer two hundred times",
    Array.from({ length: 500 }, (_, at) => ({
      id: `s${at}`,
      type: "statement",
      label: label("{{source}}".repeat(190)),
    })),
  ],
  [
    "500 rankings",
    Array.from({ length: 500 }, (_, at) => ({
      id: `r${at}`,
      type: "ranking",
      label: label("R"),
      choices: choices(30, "x"),
    })),
  ],
];

test.each(large)("%s on one page are refused, with what to do", (_name, fields) => {
  const [problem, ...others] = structureProblems(onePage(fields));
  expect(others).toEqual([]);
  expect(problem?.path).toBe("/pages/0");
  expect(problem?.problem).toMatch(/takes up to \d+ bytes in the browser; at most 4000000/);
  expect(problem?.problem).toContain("Move fields to other pages");
});

test("forms as people make them are far below the bound", () => {
  const dropdowns = Array.from(
    { length: 10 },
    (_, at): FormField => ({
      id: `d${at}`,
      type: "dropdown",
      label: label("Country"),
      choices: choices(250, "Country"),
    }),
  );
  const statements = Array.from(
    { length: 500 },
    (_, at): FormField => ({
      id: `s${at}`,
      type: "statement",
      label: label("A sentence. ".repeat(30)),
    }),
  );
  for (const fields of [matrices(5, 50, 20, "Agree strongly"), dropdowns, statements])
    expect(structureProblems(onePage(fields))).toEqual([]);
});

test("large pages are drawn in portions, one a turn of the event loop, however many are asked for at once", async () => {
  const drawnIn = new Map<number, number>();
  let turn = 0;
  let isRunning = true;
  const tick = () => {
    turn += 1;
    if (isRunning) setImmediate(tick);
  };
  setImmediate(tick);
  const field = html`${"x".repeat(10_000)}`;
  function* fields() {
    for (let drawn = 0; drawn < 30; drawn += 1) {
      drawnIn.set(turn, (drawnIn.get(turn) ?? 0) + 1);
      yield field;
    }
  }
  const takeTurn = turns();
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const read = async () => {
    await takeTurn();
    return new Response(pageBody(["<", fields(), ">"], { takeTurn, log })).text();
  };
  const pages = await Promise.all(Array.from({ length: 20 }, read));
  isRunning = false;
  expect(new Set(pages)).toEqual(new Set([`<${"x".repeat(300_000)}>`]));
  // A portion takes seven of these fields; without turns, six hundred were drawn in one.
  expect(Math.max(...drawnIn.values())).toBe(7);
});

test("a client that leaves in the middle of a large page is no error", async () => {
  const errors: unknown[] = [];
  const log = { info: () => {}, warn: () => {}, error: (entry: unknown) => void errors.push(entry) };
  const turn = Promise.withResolvers<void>();
  const fields = Array.from({ length: 20 }, () => html`${"x".repeat(10_000)}`);
  const body = pageBody(["<", fields, ">"], { takeTurn: () => turn.promise, log }) as ReadableStream;
  const reader = body.getReader();
  await reader.read();
  await reader.cancel();
  turn.resolve();
  await new Promise(setImmediate);
  expect(errors).toEqual([]);
});

test("a large page arrives whole, also one that was stored before there was a bound", async () => {
  const forms = await publicForms();
  const page = await visit(await forms.publish(onePage(matrices(40, 50, 20, "x"))));
  expect(page.html.match(/<input type="radio"/g)).toHaveLength(40_000);
  expect(page.html).toMatch(/<\/html>$/);
});

/** Sends HEAD requests on one connection, all at once. Returns how many pages were not found. */
async function pipelined(address: string, count: number): Promise<number> {
  const { hostname, port, pathname, host } = new URL(address);
  const socket = connect(Number(port), hostname);
  const head = (connection: string) =>
    `HEAD ${pathname} HTTP/1.1\r\nHost: ${host}\r\nConnection: ${connection}\r\n\r\n`;
  socket.write(head("keep-alive").repeat(count - 1) + head("close"));
  return (await text(socket)).split("HTTP/1.1 404 ").length - 1;
}

test("a network may read three thousand pages in ten minutes; styles, scripts and health checks do not count", async () => {
  const forms = await publicForms();
  const url = await forms.publish(onePage([]));
  const read = async (address: string) => (await fetch(address, { method: "HEAD" })).status;
  const missing = `${forms.publicUrl}/f/none`;
  expect(await pipelined(missing, 3_000)).toBe(3_000);
  const refused = await visit(url);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "600"]);
  expect(refused.html).toContain("Please wait 10 minutes and try again.");
  const [style = ""] = /\/assets\/[^"]+/.exec(refused.html) ?? [];
  expect(await read(forms.publicUrl + style)).toBe(200);
  expect(await read(`${forms.publicUrl}/healthz`)).toBe(200);
  forms.later(600_000);
  expect(await read(url)).toBe(200);
});
