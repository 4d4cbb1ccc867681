/** Tests the answers in mails: questions as respondents read them, numbers with their units. */
import { expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { translation } from "../../texts/translate.ts";
import { answerRows } from "./answer-rows.ts";
import { receiptColumns } from "./receipt-letter.ts";

const structure: FormStructure = {
  title: { en: "Intake" },
  default_language: "en",
  languages: ["en"],
  hidden_fields: [{ id: "clinic" }],
  pages: [
    {
      id: "p",
      fields: [
        { id: "pet", type: "short_text", label: { en: "What is your animal called?" } },
        { id: "old", type: "yes_no", label: { en: "Was {{pet}} at {{clinic}} before {{date}}?" } },
        { id: "weight", type: "number", label: { en: "Weight of {{pet}}" }, unit: { en: "kg" } },
      ],
    },
  ],
};

test("a question has the answers that it mentions, also those that are no rows of the mail", () => {
  const all = receiptColumns(translation("en", "en"), structure);
  const response = { answers: { pet: "Byte", clinic: "North", old: true, weight: 4.2 } } as never;
  const rows = answerRows(all.slice(1, 3), response, undefined, all);
  expect(rows).toEqual([
    ["Was Byte at North before {{date}}?", "Yes"],
    ["Weight of Byte", "4.2 kg"],
  ]);
});

test("an answer that is missing is an ellipsis in a question", () => {
  const all = receiptColumns(translation("en", "en"), structure);
  expect(answerRows(all, { answers: { weight: 4.2 } } as never)).toEqual([["Weight of …", "4.2 kg"]]);
});
