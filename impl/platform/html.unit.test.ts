import { expect, test } from "vitest";
import { attributes, type Html, type HtmlValue, html } from "./html.ts";

const HOSTILE = `<script>"it's" & 'more'</script>`;
const ESCAPED = "&lt;script&gt;&quot;it&#39;s&quot; &amp; &#39;more&#39;&lt;/script&gt;";

const values: [name: string, value: HtmlValue, written: string][] = [
  ["a text", HOSTILE, ESCAPED],
  ["a text without anything to escape", "Größe – 漢字", "Größe – 漢字"],
  ["an empty text", "", ""],
  ["a number", -1.5, "-1.5"],
  ["zero", 0, "0"],
  ["false", false, ""],
  ["null", null, ""],
  ["undefined", undefined, ""],
  ["a piece of HTML", html`<b>${HOSTILE}</b>`, `<b>${ESCAPED}</b>`],
  ["a piece in a piece", html`<p>${html`<b>${HOSTILE}</b>`}</p>`, `<p><b>${ESCAPED}</b></p>`],
  ["a list", ["&", html`<br>`, undefined, 2, [false, "<"]], "&amp;<br>2&lt;"],
];

test.for(values)("%s is put into text and attributes escaped once", ([_, value, written]) => {
  expect(String(html`<p title="${value}">${value}</p>`)).toBe(`<p title="${written}">${written}</p>`);
});

test("attributes escape their values, write true as the bare name and leave out false and undefined", () => {
  const written = attributes({
    value: HOSTILE,
    max: 0,
    hidden: true,
    open: false,
    title: undefined,
    class: "",
  });
  expect(String(html`<input${written}>`)).toBe(`<input value="${ESCAPED}" max="0" hidden class="">`);
});

const templates: [name: string, given: Html, written: string][] = [
  [
    "lines of elements",
    html`
      <ul>
        <li>${"a"}</li>
        ${html`<li>b</li>`}
      </ul>
    `,
    "<ul><li>a</li><li>b</li></ul>",
  ],
  [
    "lines of attributes",
    html`<a
      href="${"/a"}"
      title="b"
    >c</a>`,
    '<a href="/a" title="b">c</a>',
  ],
  [
    "lines of attributes of an element without an end tag",
    html`<path
      d="M0 0"
      fill="none"
    />`,
    '<path d="M0 0" fill="none"/>',
  ],
  [
    "lines of a sentence",
    html`<p>one
      two <b>three</b> four</p>`,
    "<p>one two <b>three</b> four</p>",
  ],
  ["spaces without a line break", html`<b>a</b> <b>b</b> ${"c"} `, "<b>a</b> <b>b</b> c "],
  ["line breaks of a value", html`<pre>${"\n a\n\n b "}</pre>`, "<pre>\n a\n\n b </pre>"],
  [
    "a tag that has values",
    html`<input${attributes({ id: "a" })}
      name="b"><i></i>`,
    '<input id="a" name="b"><i></i>',
  ],
];

test.for(templates)("%s stand in the page without the line breaks of the template", ([_, given, written]) => {
  expect(String(given)).toBe(written);
});
