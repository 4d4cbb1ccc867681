import { expect, test } from "vitest";
import type { Html } from "../../../platform/html.ts";
import { lineField } from "./line-field.ts";

const HOSTILE = `<script>"it's" & 'more'</script>`;
const ESCAPED = "&lt;script&gt;&quot;it&#39;s&quot; &amp; &#39;more&#39;&lt;/script&gt;";

const cases: [name: string, given: Html, written: string][] = [
  [
    "a field",
    lineField({ name: "a", label: HOSTILE, maxlength: 20, value: HOSTILE }),
    `<div class="field"><label class="label" for="in-a">${ESCAPED}</label><input class="input" type="text" id="in-a" name="a" value="${ESCAPED}" maxlength="20" autocomplete="off"></div>`,
  ],
  [
    "a required field with a hint",
    lineField({
      name: "a",
      label: "b",
      hint: HOSTILE,
      type: "email",
      maxlength: 20,
      isRequired: true,
      autocomplete: "email",
    }),
    `<div class="field"><label class="label" for="in-a">b</label><p class="hint" id="in-a-hint">${ESCAPED}</p><input class="input" type="email" id="in-a" name="a" maxlength="20" required autocomplete="email" aria-describedby="in-a-hint"></div>`,
  ],
];

test.for(cases)("%s", ([_, given, written]) => {
  expect(String(given)).toBe(written);
});
