import { expect, test } from "vitest";
import { type Html, html } from "../../../platform/html.ts";
import { boxGroup, checkBox, checkCard } from "./boxes.ts";

const HOSTILE = `<script>"it's" & 'more'</script>`;
const ESCAPED = "&lt;script&gt;&quot;it&#39;s&quot; &amp; &#39;more&#39;&lt;/script&gt;";

const cases: [name: string, given: Html, written: string][] = [
  [
    "a box",
    checkBox({ name: "a", value: HOSTILE, text: HOSTILE }),
    `<label class="check"><input type="checkbox" name="a" value="${ESCAPED}"><span>${ESCAPED}</span></label>`,
  ],
  [
    "a box that has to be ticked, in another language",
    checkBox({ name: "a", value: "b", text: "c", lang: "de", isRequired: true }),
    '<label class="check"><input type="checkbox" name="a" value="b" required><span lang="de">c</span></label>',
  ],
  [
    "a card of which one is chosen",
    checkCard({ type: "radio", name: "a", value: "b", text: html`<b>c</b>`, id: "d", isChecked: true }),
    '<label class="card"><input type="radio" name="a" value="b" id="d" checked><span><b>c</b></span></label>',
  ],
  [
    "a group",
    boxGroup({ legend: HOSTILE, content: ["a", html`<i>b</i>`] }),
    `<fieldset><legend class="label">${ESCAPED}</legend>a<i>b</i></fieldset>`,
  ],
];

test.for(cases)("%s", ([_, given, written]) => {
  expect(String(given)).toBe(written);
});
