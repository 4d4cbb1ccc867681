import { expect, test } from "vitest";
import { type Html, html } from "../../../platform/html.ts";
import { factList } from "./facts.ts";

const HOSTILE = `<script>"it's" & 'more'</script>`;
const ESCAPED = "&lt;script&gt;&quot;it&#39;s&quot; &amp; &#39;more&#39;&lt;/script&gt;";

const cases: [name: string, given: Html, written: string][] = [
  [
    "facts, without those that are left out",
    factList([[HOSTILE, HOSTILE], false, ["a", html`<b>c</b>`]]),
    `<dl class="facts"><div><dt>${ESCAPED}</dt><dd>${ESCAPED}</dd></div><div><dt>a</dt><dd><b>c</b></dd></div></dl>`,
  ],
  [
    "facts beside each other",
    factList([["a", 1]], "facts across"),
    '<dl class="facts across"><div><dt>a</dt><dd>1</dd></div></dl>',
  ],
];

test.for(cases)("%s", ([_, given, written]) => {
  expect(String(given)).toBe(written);
});
