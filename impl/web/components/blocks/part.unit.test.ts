import { expect, test } from "vitest";
import type { Html } from "../../../platform/html.ts";
import { part } from "./part.ts";

const HOSTILE = `<script>"it's" & 'more'</script>`;
const ESCAPED = "&lt;script&gt;&quot;it&#39;s&quot; &amp; &#39;more&#39;&lt;/script&gt;";

const cases: [name: string, given: Html, written: string][] = [
  [
    "a part",
    part({ title: HOSTILE, content: HOSTILE }),
    `<section class="part"><h2>${ESCAPED}</h2>${ESCAPED}</section>`,
  ],
  [
    "a panel that links lead to",
    part({ title: "a", id: "b", titleId: "c", look: "panel", content: [] }),
    '<section class="part panel" id="b"><h2 id="c">a</h2></section>',
  ],
];

test.for(cases)("%s", ([_, given, written]) => {
  expect(String(given)).toBe(written);
});
