import { expect, test } from "vitest";
import { type Html, html } from "../../../platform/html.ts";
import { confirmBox, disclosure } from "./disclosure.ts";

const HOSTILE = `<script>"it's" & 'more'</script>`;
const ESCAPED = "&lt;script&gt;&quot;it&#39;s&quot; &amp; &#39;more&#39;&lt;/script&gt;";

const cases: [name: string, given: Html, written: string][] = [
  [
    "a closed part",
    disclosure({ summary: HOSTILE, content: HOSTILE }),
    `<details class="choose"><summary>${ESCAPED}</summary>${ESCAPED}</details>`,
  ],
  [
    "an open part",
    disclosure({ summary: "a", isOpen: true, content: [] }),
    '<details class="choose" open><summary>a</summary></details>',
  ],
  [
    "a box that asks before something is deleted",
    confirmBox({
      summary: HOSTILE,
      text: HOSTILE,
      action: "/a/delete",
      csrf: "token",
      hidden: { b: HOSTILE },
      fields: html`<input name="sure">`,
      button: { text: HOSTILE, look: "danger", name: "c", value: "d" },
    }),
    `<details class="choose"><summary>${ESCAPED}</summary><p>${ESCAPED}</p><form method="post" action="/a/delete"><input type="hidden" name="csrf" value="token"><input type="hidden" name="b" value="${ESCAPED}"><input name="sure"><button class="danger" name="c" value="d">${ESCAPED}</button></form></details>`,
  ],
];

test.for(cases)("%s", ([_, given, written]) => {
  expect(String(given)).toBe(written);
});
