import { expect, test } from "vitest";
import { type Html, html } from "../../../platform/html.ts";
import { csrfInput, postForm } from "./post-form.ts";

const HOSTILE = `<script>"it's" & 'more'</script>`;
const ESCAPED = "&lt;script&gt;&quot;it&#39;s&quot; &amp; &#39;more&#39;&lt;/script&gt;";
const TOKEN = '<input type="hidden" name="csrf" value="token">';

const cases: [name: string, given: Html, written: string][] = [
  [
    "a form of a visitor",
    postForm({ action: "/a", content: HOSTILE }),
    `<form method="post" action="/a">${ESCAPED}</form>`,
  ],
  [
    "a form of a signed-in user",
    postForm({ action: "/a", csrf: "token", hidden: { b: "c" }, content: html`<button>d</button>` }),
    `<form method="post" action="/a">${TOKEN}<input type="hidden" name="b" value="c"><button>d</button></form>`,
  ],
  [
    "a form with all options",
    postForm({
      action: HOSTILE,
      className: "stack",
      labelledBy: "title",
      isUnchecked: true,
      content: [],
    }),
    `<form method="post" action="${ESCAPED}" class="stack" aria-labelledby="title" novalidate></form>`,
  ],
  ["the token alone", html`${csrfInput("token")}`, TOKEN],
];

test.for(cases)("%s", ([_, given, written]) => {
  expect(String(given)).toBe(written);
});
