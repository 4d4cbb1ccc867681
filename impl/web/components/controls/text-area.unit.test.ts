import { expect, test } from "vitest";
import type { Html } from "../../../platform/html.ts";
import { textArea } from "./text-area.ts";

const HOSTILE = `<script>"it's" & 'more'</script>`;
const ESCAPED = "&lt;script&gt;&quot;it&#39;s&quot; &amp; &#39;more&#39;&lt;/script&gt;";

const cases: [name: string, given: Html, written: string][] = [
  [
    "a text",
    textArea({ name: "a", label: HOSTILE, rows: 3, text: HOSTILE }),
    `<label class="label" for="a">${ESCAPED}</label><textarea class="input" id="a" name="a" rows="3">${ESCAPED}</textarea>`,
  ],
  [
    "a required text with a hint and an example",
    textArea({
      name: "a",
      label: "b",
      hint: HOSTILE,
      rows: 3,
      maxlength: 9,
      placeholder: HOSTILE,
      isRequired: true,
      text: undefined,
    }),
    `<label class="label" for="a">b</label><p class="hint" id="a-hint">${ESCAPED}</p><textarea class="input" id="a" name="a" rows="3" maxlength="9" aria-describedby="a-hint" placeholder="${ESCAPED}" required></textarea>`,
  ],
  [
    "code that begins with a line break and can be read only",
    textArea({ name: "a", label: "b", rows: 3, isCode: true, isReadOnly: true, text: "\n{}" }),
    '<label class="label" for="a">b</label><textarea class="input code-text" id="a" name="a" rows="3" spellcheck="false" readonly>\n\n{}</textarea>',
  ],
];

test.for(cases)("%s", ([_, given, written]) => {
  expect(String(given)).toBe(written);
});
