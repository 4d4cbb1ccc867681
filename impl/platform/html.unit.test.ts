import { expect, test } from "vitest";
import { attributes, type HtmlValue, html } from "./html.ts";

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
