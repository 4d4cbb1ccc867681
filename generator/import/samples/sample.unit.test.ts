import { expect, test } from "vitest";
import { isInWords, readSample } from "./sample.ts";

const says = (...texts: readonly string[]) => ({ content: texts.map((text) => ({ type: "text", text })) });

test.each<[title: string, result: object, wanted: unknown]>([
  ["an object in a text", says('{ "id": 1 }'), { value: { id: 1 }, isText: true }],
  ["a list in a text", says("[]"), { value: [], isText: true }],
  [
    "structured content beside its text",
    { ...says('{ "id": 1 }'), structuredContent: { id: 1 } },
    { value: { id: 1 }, isText: true },
  ],
  [
    "structured content beside a sentence",
    { ...says("Done."), structuredContent: { id: 1 } },
    { value: { id: 1 }, isText: false },
  ],
  ["nothing in a sentence", says("There are no notes."), undefined],
  ["nothing in JSON that breaks off", says('{ "id": 1'), undefined],
  ["nothing in a number", says("17"), undefined],
  ["nothing in two texts", says("{}", "{}"), undefined],
  ["nothing in a refusal", { ...says('{ "error": "no" }'), isError: true }, undefined],
  ["nothing in a result without content", { content: "none" }, undefined],
])("reads %s", (_, result, wanted) => {
  expect(readSample({ ...result })).toEqual(wanted);
});

test.each<[title: string, result: object, wanted: boolean]>([
  ["a sentence", says("There are no notes."), true],
  ["two sentences", says("One note.", "Two notes."), true],
  ["JSON", says("{}"), false],
  ["a number", says("17"), false],
  ["a refusal", { ...says("There is no note."), isError: true }, false],
  ["a sentence beside structured content", { ...says("Done."), structuredContent: {} }, false],
  ["an image", { content: [{ type: "image", data: "", mimeType: "image/png" }] }, false],
])("tells whether a result is words: %s", (_, result, wanted) => {
  expect(isInWords({ ...result })).toBe(wanted);
});
