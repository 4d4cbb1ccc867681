/** The answers that the editor offers in a text, and the completed text. `|` is the caret. */
import { expect, test } from "vitest";
import { small } from "../../test/support/editors.ts";
import { mentionCompletion } from "./inputs/mention-completion.ts";

const form = {
  ...small,
  hidden_fields: [{ id: "source" }],
  calculations: [{ id: "total", formula: "2 * age" }],
};

test.for<[path: string, offered: readonly string[] | undefined]>([
  ["/description", ["source", "total"]],
  ["/pages/0/fields/0/label", ["source", "total"]],
  ["/pages/0/fields/2/description", ["source", "name", "course", "total"]],
  ["/pages/1/title", ["source", "name", "course", "age", "total"]],
  ["/settings/receipt_subject", ["source", "name", "course", "age", "notes", "total"]],
  ["/settings/receipt_text", ["source", "name", "course", "age", "notes", "total"]],
  ["/endings/0/message", ["source", "name", "course", "age", "notes", "total"]],
  ["/title", undefined],
  ["/pages/0/fields/1/choices/0/label", undefined],
  ["/pages/0/fields/0/placeholder", undefined],
  ["/settings/submit_label", undefined],
])("%s may mention %s", ([path, want]) => {
  const found = mentionCompletion(form, path)?.("", 0, true);
  expect(found?.options.map(({ text }) => text.slice(2, -2))).toEqual(want);
});

test("offers nothing if no answer precedes the text", () => {
  expect(mentionCompletion(small, "/pages/0/fields/0/label")).toBeUndefined();
});

test.for<[typed: string, offered: readonly string[] | undefined]>([
  ["Thanks, {{na|!", ["Thanks, {{name}}!"]],
  ["Thanks, {{NA|!", ["Thanks, {{name}}!"]],
  ["Thanks, {{|}}!", ["Thanks, {{name}}!", "Thanks, {{course}}!"]],
  ["Thanks, {{name}}|", undefined],
  ["Thanks, na|", undefined],
  ["Thanks, {na|", undefined],
  ["Thanks, {{nobody|", undefined],
])("%s is completed", ([typed, want]) => {
  const caret = typed.indexOf("|");
  const text = typed.replace("|", "");
  const found = mentionCompletion(small, "/pages/0/fields/2/label")?.(text, caret, false);
  expect(
    found?.options.map((option) => text.slice(0, found.from) + option.text + text.slice(found.to)),
  ).toEqual(want);
});
