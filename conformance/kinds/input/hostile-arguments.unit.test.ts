/** After the first calls with hostile arguments: whether other tools are asked. */
import { expect, test } from "vitest";
import type { Answer } from "../../wire/answer.ts";
import { findReason, type Sent } from "./hostile-arguments.ts";

const error: Answer = {
  kind: "error",
  code: -32602,
  message: "No.",
  error: { code: -32602, message: "No." },
  reply: { status: 200, headers: {}, body: "", messages: [] } as never,
};
const broken: Answer = { kind: "broken", broken: { problem: "no answer within 30 s" } as never };

function sent(id: string, answer: Answer, tookMs: number): Sent {
  return { id, called: { exchange: { answer } } as Sent["called"], tookMs };
}

const quick = sent("quick", error, 20);
const long = sent("long", error, 24_000);
const longer = sent("longer", error, 26_000);
const silent = sent("silent", broken, 30_000);
const mute = sent("mute", broken, 30_000);

test.each<[string, readonly Sent[], string | undefined]>([
  ["both answer soon", [quick, quick], undefined],
  ["one takes long", [quick, long], undefined],
  ["one gives no answer", [silent, quick], undefined],
  ["both take long", [long, longer], "the server takes more than 5 s for such arguments: long, longer"],
  ["both give no answer", [silent, mute], "the server gives no answer to such arguments: silent, mute"],
  [
    "one takes long, one gives no answer",
    [long, mute],
    "the server takes more than 5 s for such arguments: long, mute",
  ],
])("%s", (_, first, reason) => {
  expect(findReason(first)).toBe(reason);
});
