import { expect, test } from "vitest";
import { makeEventReader } from "./event-stream.ts";

function read(...chunks: readonly string[]): string[] {
  const events: string[] = [];
  const feed = makeEventReader((data) => events.push(data));
  for (const chunk of chunks) feed(chunk);
  return events;
}

test.each([
  ["an event", ["data: {}\n\n"], ["{}"]],
  ["several lines of data", ["data: {\ndata: }\n\n"], ["{\n}"]],
  ["a first event that only has an id", ["id: 1\ndata: \n\n", "id: 2\ndata: {}\n\n"], ["{}"]],
  ["a comment", [": hello\n\ndata: {}\n\n"], ["{}"]],
  [
    "line breaks of all kinds, split between chunks",
    ["data: 1\r", "\n\r\ndata: 2\r\rdata: 3\n", "\n"],
    ["1", "2", "3"],
  ],
])("the reader parses %s", (_, chunks, events) => {
  expect(read(...chunks)).toEqual(events);
});
