import { expect, test } from "vitest";
import { type Html, html } from "../../../platform/html.ts";
import { bulletList } from "./bullets.ts";

const HOSTILE = `<script>"it's" & 'more'</script>`;
const ESCAPED = "&lt;script&gt;&quot;it&#39;s&quot; &amp; &#39;more&#39;&lt;/script&gt;";

const cases: [name: string, given: Html, written: string][] = [
  [
    "items, without those that are left out",
    bulletList([HOSTILE, undefined, false, html`<b>a</b>`]),
    `<ul class="bullets"><li>${ESCAPED}</li><li><b>a</b></li></ul>`,
  ],
  [
    "items in another language",
    bulletList(["a"], { className: "b", lang: "en" }),
    '<ul class="b" lang="en"><li>a</li></ul>',
  ],
  ["a list without a class", bulletList([], {}), "<ul></ul>"],
];

test.for(cases)("%s", ([_, given, written]) => {
  expect(String(given)).toBe(written);
});
