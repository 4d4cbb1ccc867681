/** The answers of two runs to one question are compared, whatever ids and times their target made. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import type { CompletedCall } from "../calls/completed-call.ts";
import type { Json, JsonObject } from "../cases/edits.ts";
import type { CaseFile } from "../cases/format.ts";
import type { Exchange } from "../wire/client.ts";
import { readAnswers, writeAnswers } from "./answer-file.ts";
import { AnswerReader } from "./answer-reader.ts";
import { AnswerCollection, mergeRun, noRecording, type Recording, type SeenAnswer } from "./answers.ts";
import { Comparison } from "./comparison.ts";

const tool = (readOnly: boolean) => ({ readOnly });

/** Orders count up, so that one number may be the id of an order and of a customer. */
const file = {
  tools: { order: tool(false), pay: tool(false), show: tool(true), list: tool(true), quote: tool(true) },
  behaviour: {
    entities: {
      order: {
        arguments: ["show", "pay"].map((name) => ({ tool: name, path: "/order" })),
        results: [
          { tool: "order", path: "/number" },
          { tool: "show", path: "/number" },
          { tool: "list", path: "/orders/*/number" },
        ],
      },
    },
    idempotency: { order: { key: "/key" } },
    pages: { list: { next: "/next" } },
  },
  cases: [{ base: { item: "a red chair", due: "2026-05-01", order: "ORD-00017" } }],
} as unknown as CaseFile;

interface Asked {
  readonly tool: string;
  readonly input: JsonObject;
  readonly answer: JsonObject;
  /** The code of a refusal. */
  readonly refused?: string;
  readonly ms?: number;
}

function call({ tool: name, input, answer, refused, ms = 0 }: Asked): CompletedCall {
  const result = { structuredContent: answer };
  const outcome: CompletedCall["outcome"] =
    refused === undefined ? { is: "success", result } : { is: "refusal", code: refused, result, text: "" };
  return { tool: name, input, outcome, ms, credential: { scopes: ["all"] }, exchange: {} as Exchange };
}

/** The answers of a run, as a recording of them has them. */
function run(...asked: readonly Asked[]): AnswerCollection {
  const reader = new AnswerReader(file);
  const collection = new AnswerCollection();
  for (const each of asked) for (const seen of reader.read(call(each))) collection.add(seen);
  for (const seen of reader.end()) collection.add(seen);
  return collection;
}

function record(...runs: readonly AnswerCollection[]): Recording {
  return runs.reduce(
    (recording, collection, seed) =>
      mergeRun(recording, { date: "2026-11-30T10:00:00.000Z", target: "a shop", seed }, collection),
    noRecording,
  );
}

/** Compares a run with two that were equal to each other; the places that differ, of each tool. */
function differences(recording: Recording, asked: readonly Asked[]): Record<string, string[]> {
  const reader = new AnswerReader(file);
  const comparison = new Comparison(recording);
  for (const each of asked) for (const seen of reader.read(call(each))) comparison.add(seen);
  for (const seen of reader.end()) comparison.add(seen);
  return Object.fromEntries(
    Object.keys(file.tools).flatMap((name) => {
      const found = comparison.of(name).differences.map(({ place }) => place);
      return found.length > 0 ? [[name, found]] : [];
    }),
  );
}

const order = (number: number, item: string, more: JsonObject = {}): Asked => ({
  tool: "order",
  input: { item, key: `key-${number}-${item}` },
  answer: { number, item, reference: `R-${number}-2041`, made_at: `2026-11-30T10:00:0${number}Z`, ...more },
});
const named = (number: string): Asked => ({ tool: "order", input: { item: "a bed" }, answer: { number } });
const show = (number: number | string, answer: JsonObject): Asked => ({
  tool: "show",
  input: { order: number },
  answer: { number, ...answer },
});
const pay = (number: number): Asked => ({ tool: "pay", input: { order: number }, answer: { ok: true } });

describe("a question is found again", () => {
  test.each<[string, Asked[], Asked[], Record<string, string[]>]>([
    [
      "with the ids, numbers, keys and times of another run",
      [order(1, "a lamp"), show(1, { total: 40 })],
      [order(7, "a rug"), order(8, "a lamp"), show(8, { total: 40 })],
      {},
    ],
    [
      "with ids of letters alone, also where a text names them",
      [named("ord_hfjeuxk"), { ...show("ord_hfjeuxk", {}), answer: { text: "No order ord_hfjeuxk." } }],
      [named("ord_qwpbnzt"), { ...show("ord_qwpbnzt", {}), answer: { text: "No order ord_qwpbnzt." } }],
      {},
    ],
    [
      "with an id that an example of the spec has, too, since ids count up",
      [named("ORD-00017"), { ...show("ORD-00017", {}), answer: { text: "No order ORD-00017." } }],
      [named("ORD-00021"), { ...show("ORD-00021", {}), answer: { text: "No order ORD-00021." } }],
      {},
    ],
    [
      "about a thing that was made and changed in the same way",
      [
        order(1, "a lamp"),
        pay(1),
        show(1, { state: "paid" }),
        order(2, "a lamp"),
        show(2, { state: "open" }),
      ],
      [order(4, "a lamp"), show(4, { state: "open" }), pay(4), show(4, { state: "open" })],
      { show: ["/state"] },
    ],
    [
      "for each thing in a list, wherever it stands",
      [order(1, "a lamp"), order(2, "a rug"), list([1, "a lamp", 40], [2, "a rug", 90])],
      [order(3, "a rug"), order(4, "a lamp"), list([3, "a rug", 90], [4, "a lamp", 41])],
      { list: ["/orders/*/total"] },
    ],
    [
      "but not about a thing that no call of the run has made, unless it has the same id each time",
      [list([1, "a lamp", 40], [2, "a rug", 90]), show(1, { total: 40 }), show(2, { total: 90 })],
      [list([6, "a rug", 90], [2, "a rug", 91]), show(6, { total: 90 }), show(2, { total: 91 })],
      { show: ["/total"], list: ["/orders/*/total"] },
    ],
    [
      "with a time that the spec names",
      [{ tool: "quote", input: { due: "2026-05-01" }, answer: { text: "Due on 2026-05-01." } }],
      [{ tool: "quote", input: { due: "2026-05-01" }, answer: { text: "Due on 2026-05-02." } }],
      { quote: ["/text"] },
    ],
    [
      "where the outcome is another one, which is all that is named",
      [{ tool: "quote", input: {}, answer: { total: 4, tax: 1 } }],
      [{ tool: "quote", input: {}, answer: {}, refused: "busy" }],
      { quote: [""] },
    ],
    [
      "of a call that changes something",
      [order(1, "a lamp"), pay(1)],
      [order(3, "a lamp"), { ...pay(3), answer: { ok: false } }],
      { pay: ["/ok"] },
    ],
    [
      "in a text with a random word",
      [{ tool: "quote", input: {}, answer: { text: "See /p/1f0c9a7b22 for chairs." } }],
      [{ tool: "quote", input: {}, answer: { text: "See /p/99ab01c4f5 for tables." } }],
      { quote: ["/text"] },
    ],
    [
      "where a place is gone",
      [{ tool: "quote", input: {}, answer: { total: 4, tax: 1 } }],
      [{ tool: "quote", input: {}, answer: { total: 4 } }],
      { quote: ["/tax"] },
    ],
  ])("%s", (_, before, now, expected) => {
    const earlier = () => run(...before.map((each) => ({ ...each })));
    expect(differences(record(earlier(), earlier()), now)).toEqual(expected);
  });

  test("what two runs answer otherwise is not compared, nor what only one has asked", () => {
    const asked = (total: number): Asked => ({ tool: "quote", input: {}, answer: { total, unit: "EUR" } });
    const other: Asked = { tool: "quote", input: { item: "a rug" }, answer: { total: 1 } };
    const recording = record(run(asked(1), other), run(asked(2)));
    expect(differences(recording, [asked(3), { ...other, answer: { total: 2 } }])).toEqual({});
    expect(differences(recording, [{ ...asked(3), answer: { total: 3, unit: "USD" } }])).toEqual({
      quote: ["/unit"],
    });
  });

  test("what an account has left is compared with no question about it, once one was answered otherwise", () => {
    const asked = (item: string, left: number, cost: number): Asked => ({
      tool: "quote",
      input: { item },
      answer: { left, cost },
    });
    const recorded = run(asked("a rug", 10, 90), asked("a lamp", 9, 40));
    const recording = record(recorded, run(asked("a lamp", 10, 40), asked("a rug", 10, 90)));
    expect(differences(recording, [asked("a rug", 4, 90)])).toEqual({});
    expect(differences(recording, [asked("a rug", 10, 91)])).toEqual({ quote: ["/cost"] });
  });

  test("what is in a list without ids is not compared, unless the question names a thing", () => {
    const about = (input: JsonObject, texts: string[]): Asked => ({
      tool: "show",
      input,
      answer: { notes: texts.map((text) => ({ text })), unit: "EUR" },
    });
    const made = order(1, "a lamp");
    const all = record(run(about({}, ["Tea"])), run(about({}, ["Tea"])));
    expect(differences(all, [about({}, [])])).toEqual({});
    const ofOne = () => run(made, about({ order: 1 }, ["Tea"]));
    const now = [made, about({ order: 1 }, ["Milk"])];
    expect(differences(record(ofOne(), ofOne()), now)).toEqual({ show: ["/notes/0/text"] });
  });

  test("a value that changes within the run is no other one, if some answer is as before", () => {
    const asked = (total: number): Asked => ({ tool: "quote", input: {}, answer: { total } });
    const recording = record(run(asked(1)), run(asked(1)));
    expect(differences(recording, [asked(2), asked(1)])).toEqual({});
    expect(differences(recording, [asked(2), asked(3)])).toEqual({ quote: ["/total"] });
  });

  test.each<[string, string, string, boolean]>([
    [
      "a page of which a word changed",
      "<p>4 chairs</p><i>1f0c9a7b22</i>",
      "<p>5 chairs</p><i>99ab01c4f5</i>",
      true,
    ],
    [
      "a page of which a random word changed",
      "<p>4 chairs</p><i>1f0c9a7b22</i>",
      "<p>4 chairs</p><i>99ab01c4f5</i>",
      false,
    ],
  ])("of files, a difference is in %s", (_, before, now, differs) => {
    const open = (content: string): Opened => ({ made: order(1, "a lamp"), content });
    const other = before.replace("1f0c9a7b22", "0a1b2c3d4e");
    expect(fileDifferences([open(before), open(other)], open(now))).toHaveLength(differs ? 1 : 0);
  });

  test("a file that was another one in one of the runs is not compared, even where it was alike", () => {
    const open = (content: string): Opened => ({ made: order(1, "a lamp"), content });
    const runs = [open("<p>red</p><p>round</p>"), open("<p>blue</p><p>round</p>")];
    expect(fileDifferences(runs, open("<p>red</p><p>square</p>"))).toEqual([]);
  });

  test.each<[string, readonly Asked[]]>([
    ["the change ends first", [{ ...pay(1) }, { ...show(1, { state: "half" }), ms: 60_000 }]],
    ["the change ends last", [show(1, { state: "half" }), { ...pay(1), ms: 60_000 }]],
    ["it is one of a list", [list([1, "a lamp", 40]), { ...pay(1), ms: 60_000 }]],
  ])("an answer during which its thing was changed is left out: %s", (_, asked) => {
    const about = (collection: AnswerCollection) =>
      [...collection.answers.values()].filter(({ places }) =>
        [...places.keys()].some((place) => /state|total/.test(place)),
      );
    expect(about(run(order(1, "a lamp"), ...asked))).toEqual([]);
    expect(about(run(order(1, "a lamp"), ...asked.map((one) => ({ ...one, ms: 0 }))))).toHaveLength(1);
  });
});

function list(...orders: readonly (readonly [number, string, number])[]): Asked {
  const shown = orders.map(([number, item, total]) => ({ number, item, total }));
  return { tool: "list", input: {}, answer: { orders: shown, next: `c${orders.length}-${orders[0]![1]}` } };
}

/** A run that makes an order and opens its page. */
interface Opened {
  readonly made: Asked;
  readonly content: string;
}

/** The places at which a page differs from those of earlier runs. */
function fileDifferences(earlier: readonly Opened[], now: Opened): string[] {
  const openIn = ({ made, content }: Opened, taker: { add(seen: SeenAnswer): void }) => {
    const reader = new AnswerReader(file);
    const { exchange, ...rest } = call(made);
    reader.read({ ...rest, exchange });
    const url = new URL(`http://127.0.0.1/orders/${made.answer.reference}`);
    const shown = { tool: "order", place: "/url", url, status: 200, content: Buffer.from(content), exchange };
    taker.add(reader.readFile(shown)!);
  };
  const collections = earlier.map((opened) => {
    const collection = new AnswerCollection();
    openIn(opened, collection);
    return collection;
  });
  const comparison = new Comparison(record(...collections));
  openIn(now, comparison);
  return comparison.of("order").differences.map(({ place }) => place);
}

const values: fc.Arbitrary<Json> = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
const answers = fc.dictionary(fc.string({ minLength: 1, maxLength: 6 }), fc.oneof(values, fc.array(values)), {
  maxKeys: 5,
});

test("a run beside recordings of itself has no difference, and a recording is the same from a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "answers-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "answers.json");
  fc.assert(
    fc.property(fc.array(answers, { maxLength: 6 }), (all) => {
      const asked = all.map((answer, index): Asked => ({ tool: "quote", input: { index }, answer }));
      const recording = record(run(...asked), run(...asked));
      expect(differences(recording, asked)).toEqual({});
      writeAnswers(path, recording);
      expect(readAnswers(path)).toEqual(recording);
    }),
    { numRuns: 50 },
  );
});

test.each<[string, string, RegExp]>([
  ["no JSON", "answers", /has no answers that this version can read/],
  [
    "of answers without their values",
    '{"toolwright":1,"runs":[],"volatile":{},"answers":[{"key":"a","tool":"b","runs":2}]}',
    /Record them again/,
  ],
  ["of another version", '{"toolwright":9,"runs":[],"answers":[]}', /Record them again/],
])("a file that is %s is refused", (_, text, message) => {
  const folder = mkdtempSync(join(tmpdir(), "answers-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "answers.json"), text);
  expect(() => readAnswers(join(folder, "answers.json"))).toThrow(message);
  expect(readFileSync(join(folder, "answers.json"), "utf8")).toBe(text);
});
