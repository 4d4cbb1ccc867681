import { expect, test } from "vitest";
import { type Html, html } from "../../../platform/html.ts";
import { row, rowList } from "./rows.ts";

const HOSTILE = `<script>"it's" & 'more'</script>`;
const ESCAPED = "&lt;script&gt;&quot;it&#39;s&quot; &amp; &#39;more&#39;&lt;/script&gt;";

const cases: [name: string, given: Html, written: string][] = [
  [
    "a row",
    row({ title: HOSTILE, text: HOSTILE }),
    `<li><div>${ESCAPED}<p class="soft">${ESCAPED}</p></div></li>`,
  ],
  [
    "a row with a button",
    row({ title: html`<b>a</b>`, text: "b", end: html`<button>c</button>` }),
    '<li><div><b>a</b><p class="soft">b</p></div><button>c</button></li>',
  ],
  ["a list", rowList([html`<li>a</li>`, html`<li>b</li>`]), '<ul class="rows"><li>a</li><li>b</li></ul>'],
  ["a list of people", rowList([], "people"), '<ul class="rows people"></ul>'],
];

test.for(cases)("%s", ([_, given, written]) => {
  expect(String(given)).toBe(written);
});
