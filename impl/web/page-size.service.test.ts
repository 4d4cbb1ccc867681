/** Large pages: other requests run while one is drawn, and the reads of a network are limited. */
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import type { FormField, FormStructure, LocalizedText } from "../../generated/types.ts";
import { html } from "../platform/html.ts";
import { turns } from "../platform/turns.ts";
import { publicForms } from "../test/support/public-forms.ts";
import { visit } from "../test/support/visitor.ts";
import { pageBody } from "./page-body.ts";

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

test("draws large pages in portions, one in each turn of the event loop, even for many requests at once", async () => {
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
  // A portion has seven of these fields. Without turns, one turn would draw six hundred.
  expect(Math.max(...drawnIn.values())).toBe(7);
});

test("does not log an error if a client disconnects in the middle of a large page", async () => {
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

test("sends a large page completely, even one that was stored before the size was limited", async () => {
  const forms = await publicForms();
  const page = await visit(await forms.publish(onePage(matrices(40, 50, 20, "x"))));
  expect(page.html.match(/<input type="radio"/g)).toHaveLength(40_000);
  expect(page.html).toMatch(/<\/html>$/);
});

/** Sends HEAD requests at once on one connection. Returns how many pages were not found. */
async function pipelined(address: string, count: number): Promise<number> {
  const { hostname, port, pathname, host } = new URL(address);
  const socket = connect(Number(port), hostname);
  const head = (connection: string) =>
    `HEAD ${pathname} HTTP/1.1\r\nHost: ${host}\r\nConnection: ${connection}\r\n\r\n`;
  socket.write(head("keep-alive").repeat(count - 1) + head("close"));
  return (await text(socket)).split("HTTP/1.1 404 ").length - 1;
}

test("a network can read 3,000 pages in ten minutes; styles, scripts and health checks do not count", async () => {
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
