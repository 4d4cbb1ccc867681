import { expect, test } from "vitest";
import type { Html } from "../../../platform/html.ts";
import { labelledSelect, option } from "./select.ts";

const HOSTILE = `<script>"it's" & 'more'</script>`;
const ESCAPED = "&lt;script&gt;&quot;it&#39;s&quot; &amp; &#39;more&#39;&lt;/script&gt;";

const cases: [name: string, given: Html, written: string][] = [
  ["an option", option({ value: HOSTILE, text: HOSTILE }), `<option value="${ESCAPED}">${ESCAPED}</option>`],
  [
    "the chosen option, in another language",
    option({ value: 2, text: "zwei", lang: "de", isChosen: true }),
    '<option value="2" lang="de" selected>zwei</option>',
  ],
  [
    "a menu",
    labelledSelect({ id: "a", name: "b", label: HOSTILE, options: option({ value: "", text: "c" }) }),
    `<label class="label" for="a">${ESCAPED}</label><select class="input" id="a" name="b"><option value="">c</option></select>`,
  ],
  [
    "a menu whose label is not shown",
    labelledSelect({ id: "a", name: "b", label: "c", isLabelHidden: true, options: [] }),
    '<label class="vh" for="a">c</label><select class="input" id="a" name="b"></select>',
  ],
  [
    "a menu with a hint",
    labelledSelect({ id: "a", name: "b", label: "c", hint: HOSTILE, options: [] }),
    `<label class="label" for="a">c</label><p class="hint" id="a-hint">${ESCAPED}</p><select class="input" id="a" name="b" aria-describedby="a-hint"></select>`,
  ],
];

test.for(cases)("%s", ([_, given, written]) => {
  expect(String(given)).toBe(written);
});
