/** Tests that texts in small Markdown have no effect but that of our own tags: 300 attacks, and random ones. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { html } from "../../../platform/html.ts";
import { translation } from "../../../texts/translate.ts";
import { drawFormatted, drawFormattedLines } from "./formatted-text.ts";

const t = translation("en", "en");
const mentions = { show: (text: string) => html`${text}` };
const draw = (text: string) => String(drawFormatted(t, { en: text }, mentions));

const OWN_TAG =
  /^<(?:p|\/p|br|em|\/em|strong|\/strong|ul class="list" dir="auto"|\/ul|ol class="list" dir="auto"|\/ol|li|\/li|\/a|span class="vh"|\/span|a class="target" href="(?:https?:\/\/[^"<>\s\\]+" target="_blank" rel="noopener noreferrer|mailto:[\w.+-]+@[\w.-]+(?:\?subject=[\w.~%+-]*)?)")>$/;

/** Lists what a text could do beyond showing words. */
function effectsOf(text: string): string[] {
  const drawn = draw(text);
  const tags = drawn.match(/<[^>]*>?/g) ?? [];
  const foreign = tags.filter((tag) => !OWN_TAG.test(tag));
  return [...foreign, ...linksOf(drawn).flatMap(({ address, words }) => misleads(address, words))];
}

interface DrawnLink {
  readonly address: string;
  readonly words: string;
}

function linksOf(drawn: string): DrawnLink[] {
  const links = drawn.matchAll(/<a class="target" href="([^"]*)"[^>]*>(.*?)<\/a>/g);
  return Array.from(links, ([, address = "", words = ""]) => ({
    address: address.replaceAll("&amp;", "&"),
    words: words.replaceAll(/<span.*?<\/span>|<[^>]*>/g, ""),
  }));
}

/** A link that reads like another address must end with its real one. */
function misleads(address: string, words: string): string[] {
  const target = address.startsWith("mailto:") ? address.slice(7).replace(/\?.*/, "") : new URL(address).host;
  const names = words.normalize("NFKC").match(/[\p{L}\p{N}-]+(?:[.。][\p{L}\p{N}-]{2,})+/gu) ?? [];
  const isForeign = names.some((name) => !target.includes(name.toLowerCase().replace(/^www\./, "")));
  const isHidden = /\p{C}/u.test(words);
  return (isForeign || isHidden) && !words.endsWith(` (${target})`) ? [`${words} -> ${address}`] : [];
}

const EVIL = "https://evil.example";

const schemes =
  `javascript: JaVaScRiPt: java\tscript: java&#115;cript: javascript&colon; &#106;avascript: %6aavascript: \\javascript:
javascript\\: vbscript: data:text/html, data:text/html;base64, data:image/svg+xml, file:/// blob:https://x.example/ about:blank ftp://evil.example
view-source:https://evil.example filesystem:https://evil.example/ ws://evil.example tel:+491 sms:1 intent://evil.example ms-word:ofe|u| chrome://settings
//evil.example \\\\evil.example /\\evil.example https:evil.example https:/evil.example https:\\\\evil.example http:///evil.example ./x ../x ?x #x x
https\u200b://evil.example http\u017f://evil.example ｈttps://evil.example \u0001https://evil.example \u00a0https://evil.example`.split(
    /[ \n]/,
  );

const html5 =
  `<script>alert(1)</script>|<img src=x onerror=alert(1)>|<svg onload=alert(1)>|<svg/onload=alert(1)>|<iframe srcdoc="<script>1</script>">|<a href="javascript:1">x</a>
<b onmouseover=alert(1)>x</b>|<style>*{display:none}</style>|<link rel=stylesheet href=//evil.example>|<meta http-equiv=refresh content=0>|<base href=//evil.example>
<form action=//evil.example><input name=password></form>|<object data=x>|<embed src=x>|<video src=x autoplay>|<audio src=x autoplay>|<math><mi xlink:href=x>|<template><script>1</script></template>
<textarea>|</textarea>|</p></div></form>|<!-- x -->|<!--|-->|<![CDATA[x]]>|<?php x ?>|<!DOCTYPE x>|<br/>|</br>|<p|<|>|&lt;script&gt;|&#60;script&#62;|&#x3c;script&#x3e;|&LT;script&GT;|<scr<script>ipt>
"><script>alert(1)</script>|' onclick='alert(1)|\`<script>\`|<https://evil.example>|<javascript:alert(1)>|<me@evil.example>|<noscript><p title="</noscript><img src=x>">|<slot>|<dialog open>|<details open ontoggle=alert(1)>`.split(
    /[|\n]/,
  );

const quotes = [
  `"`,
  `'`,
  "`",
  `" onclick="alert(1)`,
  `"><script>1</script>`,
  `' onfocus='alert(1)' autofocus='`,
  `&quot;onclick=1`,
  `%22onclick=1`,
  `"style="position:fixed`,
  `{{x}}`,
  `<`,
  `>`,
];

const wraps: readonly ((address: string) => string)[] = [
  (address) => `[x](${address}alert(1))`,
  (address) => `[x](<${address}alert(1)>)`,
  (address) => `**[*x*](${address}x)**`,
];

const names =
  `https://bank.example|bank.example|www.bank.example|BANK.example|bank。example|bank．example|bank․example|b\u0430nk.example|http://bank.example/login|ceo@bank.example|bank.example.|«bank.example»|bank.**example**|bank.ex\u00adample|\u202eelpmaxe.knab|bank\u200b.example|{{x}}|our site bank.example|bank.example:443|https://evil.example@bank.example|https://bank.example evil.example|192.168.0.1|xn--bnk-5cd.example|bank.example%2f`.split(
    "|",
  );

const deceiving =
  `https://bank.example@evil.example|https://bank.example:x@evil.example|https://bank.example%40evil.example|https://evil.example\\@bank.example|https://evil.example#@bank.example|https://evil.example?x=[|https://evil.example/(((|https://evil.example/)|https://evil.example/ x|https://evil.example/\ttitle|https://evil.example/\u202e|https://evil.example/\u0000|https://[::1]/|https://0x7f000001/|https://localhost/|http://evil|https://evil.example:99999/|https://%65vil.example|mailto:a@evil.example?bcc=b@evil.example|mailto:a@evil.example?body=x|mailto:a@evil.example,b@evil.example|mailto:a@evil.example%0abcc:x|mailto:|mailto:?to=a@evil.example|MAILTO:a@evil.example|mailto:a@evil.example?subject=x&cc=y@evil.example|mailto:"x"@evil.example|mailto:a@b|https://evil.example "title"|https://evil.example 'title'`.split(
    "|",
  );

const nesting = [
  `[a [b](${EVIL}) c](https://other.example)`,
  `[![x](${EVIL}/a.png)](${EVIL})`,
  `![x](${EVIL}/a.png)`,
  `![x](data:image/svg+xml,<svg onload=1>)`,
  `[x][y]\n\n[y]: javascript:alert(1)`,
  `[x]\n\n[x]: ${EVIL}`,
  `[javascript:alert(1)]`,
  `[x](javascript:alert(1)\n)`,
  `[x\n](javascript:alert(1))`,
  `[x](\njavascript:alert(1))`,
  `**<b>**</b>`,
  `*<script>*alert(1)</script>`,
  `_<img src=x onerror=_alert(1)>`,
  `- <script>\n- alert(1)</script>`,
  `1. <iframe\n2. src=x>`,
  `<\n- script\n- >`,
  `[<script>](${EVIL})`,
  `[x](${EVIL}/<script>)`,
  `\\[x](javascript:1)`,
  `[x\\](javascript:1)`,
  `[x](\\javascript:1)`,
  `[x](${EVIL}\\)`,
  "```html\n<script>1</script>\n```",
  "    <script>1</script>",
  `> <script>1</script>`,
  `# <script>1</script>`,
  `<script>\n===\n1</script>`,
  `| <script> |\n|---|`,
  `~~<script>~~`,
  `[^1]\n\n[^1]: <script>`,
  `:javascript:`,
  `\u0000<script>`,
  `\uFEFF[x](javascript:1)`,
  `\uFEFF<script>`,
  `\ud83d<script>`,
  `\udc00*x*`,
  `[\ud83d](${EVIL})`,
  `{{x}}<script>{{x}}`,
  `[{{x}}](${EVIL}/{{x}})`,
  `[x]({{x}})`,
];

const big = [
  "*".repeat(20_000),
  "[".repeat(20_000),
  `${"[".repeat(5_000)}x${`](${EVIL})`.repeat(500)}`,
  `${"*a ".repeat(5_000)}<script>`,
  `${"**".repeat(1_000)}<b>${"**".repeat(1_000)}`,
  `[x](${EVIL}/${"a".repeat(20_000)})`,
  `[${"a".repeat(20_000)}](${EVIL})`,
  "- ".repeat(10_000),
  `${"- a\n".repeat(2_000)}<script>`,
  Array.from({ length: 200 }, (_, at) => `${"  ".repeat(at)}- <b>`).join("\n"),
  "\\".repeat(20_000),
  `[x](${"(".repeat(10_000)}`,
  "<".repeat(20_000),
  "&".repeat(20_000),
  "\u202e".repeat(5_000),
  "_*".repeat(10_000),
];

const families: readonly [name: string, texts: readonly string[]][] = [
  ["schemes", schemes.flatMap((scheme) => wraps.map((wrap) => wrap(scheme)))],
  ["HTML", html5],
  ["HTML in marks", html5.slice(0, 20).map((tag) => `**${tag}** [${tag}](${EVIL}/${tag})`)],
  ["quotes in addresses and words", quotes.flatMap((sign) => [`[x](${EVIL}/${sign})`, `[${sign}](${EVIL})`])],
  [
    "words that name another address",
    names.flatMap((words) => [`[${words}](${EVIL})`, `[${words}](mailto:a@evil.example)`]),
  ],
  ["addresses that deceive", deceiving.map((address) => `[x](${address})`)],
  ["nesting", nesting],
  ["size", big],
];

describe("300 attacks have no effect", () => {
  test("there are 300 of them", () => {
    expect(new Set(families.flatMap(([, texts]) => texts)).size).toBeGreaterThanOrEqual(300);
  });

  test.each(families)("%s", (_, texts) => {
    const effects = texts.flatMap((text) => {
      const found = effectsOf(text);
      return found.length === 0 ? [] : [[text.slice(0, 100), ...found.slice(0, 3)]];
    });
    expect(effects).toEqual([]);
  });

  test("no link of a scheme or a deceiving address is drawn, but harmless readings of it", () => {
    const drawn = [
      ...schemes.flatMap((scheme) => wraps.map((wrap) => wrap(scheme))),
      ...deceiving.map((address) => `[x](${address})`),
    ];
    const hosts = new Set(drawn.flatMap((text) => linksOf(draw(text))).map(({ address }) => address));
    expect([...hosts]).toMatchInlineSnapshot(`
      [
        "https://evil.example/?x=[",
        "https://evil.example/",
        "https://127.0.0.1/",
      ]
    `);
  });
});

test("a random text shows no tag that we did not draw", () => {
  const pieces = fc.constantFrom(
    ..."*_[]()\\<>&\"'`!#:-\n 1.x",
    "**",
    "](",
    `[x](${EVIL})`,
    "[bank.example](",
    "javascript:",
    "<script>",
    "<img src=x onerror=alert(1)>",
    "&#106;",
    "https://",
    "mailto:",
    "a@b.example",
    "- ",
    "1. ",
    "{{x}}",
    "\u202e",
    "\u0000",
  );
  const text = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, (one) => {
      expect(effectsOf(one)).toEqual([]);
    }),
  );
});

test("an answer that a text mentions is text, whatever it says", () => {
  const shown = { show: (text: string) => html`${text.replace("{{x}}", `**a** [b](${EVIL}) <i>`)}` };
  expect(String(drawFormatted(t, { en: "- **{{x}}**\n- b" }, shown))).toBe(
    `<ul class="list" dir="auto"><li><strong>**a** [b](${EVIL}) &lt;i&gt;</strong></li><li>b</li></ul>`,
  );
});

test.each([
  ["lines and paragraphs", "a\nb\n\nc", "<p>a<br>b</p><p>c</p>"],
  [
    "a list in a list",
    "1. a\n2. b\n   - c",
    '<ol class="list" dir="auto"><li>a</li><li>b<ul class="list" dir="auto"><li>c</li></ul></li></ol>',
  ],
  ["paragraphs of an item", "- a\n\n  b\n- c", '<ul class="list" dir="auto"><li>a<br>b</li><li>c</li></ul>'],
  [
    "a link, which opens a new tab",
    "[a](https://b.example/?c=1&d=2)",
    '<p><a class="target" href="https://b.example/?c=1&amp;d=2" target="_blank" rel="noopener noreferrer">a<span class="vh"> (opens in a new tab)</span></a></p>',
  ],
  ["a mail address", "[a](mailto:b@c.example)", '<p><a class="target" href="mailto:b@c.example">a</a></p>'],
])("draws %s", (_, text, drawn) => {
  expect(draw(text)).toBe(drawn);
});

test("beside an input there are neither paragraphs nor lists", () => {
  const drawn = drawFormattedLines(translation("de", "en"), { en: "I **agree**:\n- a\n- b" }, mentions);
  expect(String(drawn)).toBe('<span lang="en">I <strong>agree</strong>:<br>- a<br>- b</span>');
});
