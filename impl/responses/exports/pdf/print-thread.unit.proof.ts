/** Tests that the thread of PDF files prints what this thread prints. */
import { fairQueue } from "@toolwright/runtime";
import { expect, onTestFinished, test } from "vitest";
import type { PrintRequest } from "./print.ts";
import { printHere, printThread } from "./print-thread.ts";

test("the thread prints the same file as the process", async () => {
  const thread = printThread();
  onTestFinished(() => thread.stop());
  const answer = { text: "Ada", isNone: false };
  const request: PrintRequest = {
    title: "Sommerfest",
    language: "de",
    created: new Date("2026-11-29T18:00:00Z"),
    responses: [
      {
        person: "ada@example.org",
        facts: ["Eingegangen: heute"],
        sections: [{ title: "Sie", questions: [{ question: "Ihr Name?", answer }] }],
      },
    ],
    reader: { language: "de", zone: "Europe/Berlin" },
  };
  const here = await printHere(fairQueue())(request, "ada");
  const printed = await thread.run("print", request, "ada");
  expect(Buffer.from(printed).toString("latin1")).toBe(Buffer.from(here).toString("latin1"));
  expect(Buffer.from(printed).subarray(0, 5).toString()).toBe("%PDF-");
});
