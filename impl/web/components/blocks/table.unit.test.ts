import { expect, test } from "vitest";
import { type Html, html } from "../../../platform/html.ts";
import { columnHead, table } from "./table.ts";

const HOSTILE = `<script>"it's" & 'more'</script>`;
const ESCAPED = "&lt;script&gt;&quot;it&#39;s&quot; &amp; &#39;more&#39;&lt;/script&gt;";

const cases: [name: string, given: Html, written: string][] = [
  [
    "the head of a column",
    columnHead(HOSTILE, { className: "amount", lang: "de" }),
    `<th scope="col" class="amount" lang="de">${ESCAPED}</th>`,
  ],
  [
    "a table",
    table({ heads: columnHead("a"), rows: html`<tr><td>${HOSTILE}</td></tr>` }),
    `<table><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td>${ESCAPED}</td></tr></tbody></table>`,
  ],
  [
    "a table whose head is not shown",
    table({ className: "bars", caption: HOSTILE, heads: [], isHeadHidden: true, rows: [] }),
    `<table class="bars"><caption class="vh">${ESCAPED}</caption><thead class="vh"><tr></tr></thead><tbody></tbody></table>`,
  ],
];

test.for(cases)("%s", ([_, given, written]) => {
  expect(String(given)).toBe(written);
});
