import { expect, test } from "vitest";
import type { Html } from "../../../platform/html.ts";
import { actions, button, linkButton } from "./buttons.ts";

const HOSTILE = `<script>"it's" & 'more'</script>`;
const ESCAPED = "&lt;script&gt;&quot;it&#39;s&quot; &amp; &#39;more&#39;&lt;/script&gt;";

const cases: [name: string, given: Html, written: string][] = [
  ["a button", button({ text: HOSTILE, look: "main" }), `<button class="main">${ESCAPED}</button>`],
  [
    "a button that sends a value",
    button({ text: "a", look: "link", name: "b", value: HOSTILE, label: HOSTILE, skipsChecks: true }),
    `<button class="link" name="b" value="${ESCAPED}" aria-label="${ESCAPED}" formnovalidate>a</button>`,
  ],
  [
    "a link",
    linkButton({ text: HOSTILE, look: "quiet", address: "/a?b=c&d=e" }),
    `<a class="quiet" href="/a?b=c&amp;d=e">${ESCAPED}</a>`,
  ],
  [
    "a row of both",
    actions(
      button({ text: "a", look: "main" }),
      false,
      linkButton({ text: "b", look: "quiet", address: "/" }),
    ),
    '<div class="actions"><button class="main">a</button><a class="quiet" href="/">b</a></div>',
  ],
];

test.for(cases)("%s", ([_, given, written]) => {
  expect(String(given)).toBe(written);
});
