import { expect, test } from "vitest";
import { type Html, html } from "../../../platform/html.ts";
import { hiddenInputs } from "./hidden-inputs.ts";

const HOSTILE = `<script>"it's" & 'more'</script>`;
const ESCAPED = "&lt;script&gt;&quot;it&#39;s&quot; &amp; &#39;more&#39;&lt;/script&gt;";

const cases: [name: string, given: Html, written: string][] = [
  ["no input", html`${hiddenInputs({})}`, ""],
  [
    "an input for each value, in order",
    html`${hiddenInputs({ b: HOSTILE, a: "" })}`,
    `<input type="hidden" name="b" value="${ESCAPED}"><input type="hidden" name="a" value="">`,
  ],
];

test.for(cases)("%s", ([_, given, written]) => {
  expect(String(given)).toBe(written);
});
