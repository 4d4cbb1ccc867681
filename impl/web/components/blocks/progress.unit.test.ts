import { expect, test } from "vitest";
import type { Html } from "../../../platform/html.ts";
import { labelledProgress } from "./progress.ts";

const HOSTILE = `<script>"it's" & 'more'</script>`;
const ESCAPED = "&lt;script&gt;&quot;it&#39;s&quot; &amp; &#39;more&#39;&lt;/script&gt;";

const cases: [name: string, given: Html, written: string][] = [
  [
    "a bar",
    labelledProgress({ value: 1, max: 3, label: HOSTILE, className: "a" }),
    `<div class="a"><progress value="1" max="3" aria-label="${ESCAPED}"></progress><span>${ESCAPED}</span></div>`,
  ],
  [
    "a bar that alone is said",
    labelledProgress({ value: 0, max: 1, label: "a", className: "b", isTextHidden: true }),
    '<div class="b"><progress value="0" max="1" aria-label="a"></progress><span aria-hidden="true">a</span></div>',
  ],
];

test.for(cases)("%s", ([_, given, written]) => {
  expect(String(given)).toBe(written);
});
