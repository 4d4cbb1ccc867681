/** Which contents are of their media type, and which are not. */
import { expect, test } from "vitest";
import { readBase64 } from "./base64.ts";
import { findMediaProblem, isJudgedMedia } from "./media.ts";

const svg = (content: string, attributes = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 42"${attributes}>${content}</svg>`;
const bytes = (text: string) => Buffer.from(text, "latin1");
const picture = "image/svg+xml";

test.each<[title: string, mediaType: string, content: string | Uint8Array]>([
  ["a picture", picture, svg('<rect width="6" height="4"/><text x="1" y="2">A &amp; B</text>')],
  ["a picture with a title", picture, svg("<title>A hill</title>", ' role="img"')],
  ["a picture with a label", picture, svg("<g/>", ' role="img" aria-label="A hill"')],
  ["a picture with a gradient", picture, svg('<linearGradient id="a"/><g fill="url(#a)"/>')],
  [
    "a picture with a paint and another in its place",
    picture,
    svg('<g fill="url(#b) red" stroke="url(#c) none"/>'),
  ],
  ["a picture with a link to a place", picture, svg('<a href="#there"><g/></a>')],
  [
    "a picture that uses a part twice",
    picture,
    svg('<g id="a"/><use href="#a"/><use href="#a" x="-2.5e1"/>'),
  ],
  [
    "a picture with an older reference",
    picture,
    svg('<g id="a b"/><use xlink:href="#a%20b"/>', ' xmlns:xlink="http://www.w3.org/1999/xlink"'),
  ],
  [
    "a picture with a path",
    picture,
    svg('<path d="M1 2.5L-3,.4a1 1 0 01 2 2z"/><path d=""/><path d="none"/>'),
  ],
  ["a picture with calculated lengths", picture, svg('<rect width="calc(100% - 2px)" rx="auto" x="1em"/>')],
  ["a picture with points", picture, svg('<polygon points="1,2 3-4 5.5.5 6e1 7"/><polyline points=""/>')],
  [
    "a picture outside of which shapes lie",
    picture,
    svg('<circle cx="-90" cy="900" r="3"/><text x="-9999">A</text>'),
  ],
  ["a picture with ids that nothing refers to", picture, svg('<g id="a"/><g id="a"/>')],
  [
    "a picture with styles, scripts and comments",
    picture,
    svg("<style>g>a{fill:url(#x)}</style><script><![CDATA[a<b && c]]></script><!-- <g> -->"),
  ],
  [
    "a picture with HTML in it",
    picture,
    svg('<foreignObject><p xmlns="http://www.w3.org/1999/xhtml" width="null">A</p></foreignObject>'),
  ],
  [
    "a picture after a declaration",
    picture,
    `\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [<!ENTITY a "b">]>${svg("<text>&a; &nbsp;</text>")}\n`,
  ],
  [
    "a picture with a prefix of its own",
    picture,
    '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:g/></s:svg>',
  ],
  [
    "a feed",
    "application/rss+xml; charset=utf-8",
    "<rss version='2.0'><channel><title>a &#8211; b</title></channel></rss>",
  ],
  ["a feed in Latin-1", "text/xml", bytes('<?xml version="1.0" encoding="ISO-8859-1"?><a>\xe4</a>')],
  ["a feed in UTF-16", "application/xml", Buffer.from("\uFEFF<a>\u00e4</a>", "utf16le")],
  ["JSON", "application/json", '{"a": 1}'],
  ["JSON after a mark", "application/problem+json", "\uFEFF[]"],
  ["lines of JSON", "application/x-ndjson", "{}\n{}"],
  ["a PNG", "image/png", bytes("\x89PNG\r\n\x1a\n...")],
  ["a JPEG", "image/jpeg", bytes("\xff\xd8\xff\xe0...")],
  ["a WebP", "image/webp", bytes("RIFF....WEBPVP8 ")],
  ["a PDF", "application/pdf", bytes("\n%PDF-1.7\n")],
  ["an archive", "application/zip", bytes("PK\x05\x06")],
  ["a table", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", bytes("PK\x03\x04")],
  ["CSV with quoted cells", "text/csv", 'id,text\r\n1,"He said ""a, b"""\r\n2,\r\n'],
  ["CSV with semicolons and lines in a cell", "text/csv; header=present", 'id;text\n1;"a\r\nb;"\n2;"c"'],
  ["CSV with a quote in a cell without quotes", "text/csv", 'id,text\n1,5" pipe\n'],
  ["CSV without rows", "text/csv", ""],
  ["CSV with a title and shorter rows", "text/csv", "Report,May\nid,text,sum\n1,a,2\n\nTotal,3"],
  ["CSV of a program for tables", "text/csv", bytes("id;text\n1;\xe4\n")],
  ["a text", "text/plain", "<a"],
  ["a page", "text/html", "<p>a<br>"],
  ["an old picture", "image/bmp", bytes("x")],
  ["no media type", "picture", "x"],
])("%s is of its media type", (_, mediaType, content) => {
  expect(findMediaProblem(mediaType, content)).toBeUndefined();
});

test.each<[title: string, mediaType: string, content: string | Uint8Array, problem: RegExp]>([
  ["a picture without an end", picture, svg("<g>"), /1:69: unexpected close tag, after ".*<g><\/svg>"$/],
  ["a picture that breaks off", picture, svg("<g/>").slice(0, -3), /unclosed tag: svg/],
  ["a picture with two roots", picture, `${svg("")}<g/>`, /only one root/],
  ["a picture with text beside it", picture, `${svg("")}undefined`, /text data outside of root node/],
  ["a picture with a bare &", picture, svg("<text>A & B</text>"), /it is not XML/],
  ["a picture with an entity of HTML", picture, svg("<text>A&nbsp;B</text>"), /undefined entity/],
  ["a picture with a bare <", picture, svg("<text>1 < 2</text>"), /disallowed character in tag name/],
  ["a picture with an attribute without quotes", picture, svg("<g id=a/>"), /unquoted attribute value/],
  ["a picture with an attribute twice", picture, svg('<g id="a" id="b"/>'), /duplicate attribute: id/],
  [
    "a picture with a prefix that is not declared",
    picture,
    svg('<use xlink:href="#a"/>'),
    /unbound namespace prefix: "xlink"/,
  ],
  ["a picture with a control character", picture, svg("<text>\u0007</text>"), /disallowed character/],
  [
    "a picture with a control character by its number",
    picture,
    svg("<text>&#7;</text>"),
    /malformed character entity/,
  ],
  ["a picture of an unknown kind", picture, "<svg><g/></svg>", /lacks xmlns/],
  ["a page in place of a picture", picture, "<html></html>", /its root is <html>/],
  ["an empty picture", picture, " ", /it is empty/],
  ["a number that is none", picture, svg('<rect y="NaN" height="2"/>'), /<rect> has y="NaN"/],
  ["a number without end", picture, svg('<g transform="translate(0 -Infinity)"/>'), /<g> has transform/],
  ["a number that is missing", picture, svg('<circle r="undefined"/>'), /<circle> has r/],
  ["a path of what is none", picture, svg('<path d="M1 2LNaN 3"/>'), /<path> has d/],
  ["a path with a word", picture, svg('<path d="M1 2 [object Object]"/>'), /<path> has d/],
  ["half a point", picture, svg('<polygon points="1,2 3"/>'), /<polygon> has points/],
  ["a frame of three numbers", picture, svg("").replace("0 0 64 42", "0 0 64"), /<svg> has viewBox/],
  ["a negative size", picture, svg('<rect width="-1" height="4"/>'), /<rect> has width="-1"/],
  ["a paint that is missing", picture, svg('<g fill="url(#a)"/>'), /refers to #a, and no element/],
  [
    "a paint in a style that is missing",
    picture,
    svg(`<g style="fill:url('#a');"/>`),
    /refers to #a, and no element/,
  ],
  ["a part that is missing", picture, svg('<use href="#a"/>'), /refers to #a, and no element/],
  [
    "a part that is there twice",
    picture,
    svg('<g id="a"/><g id="a"/><use href="#a"/>'),
    /2 elements have this id/,
  ],
  ["a picture without a name", picture, svg("<g/>", ' role="img"'), /neither a title nor a label/],
  ["a picture with an empty name", picture, svg("<title/>", ' role="img"'), /neither a title nor a label/],
  ["a feed that is none", "application/atom+xml", "<feed><entry></feed>", /unexpected close tag/],
  ["CSV with a quote that is not doubled", "text/csv", 'id,text\n1,"He said "a""\n', /is not doubled, after/],
  ["CSV with a quote without an end", "text/csv", 'id,text\n1,"He said', /has no end, after/],
  [
    "CSV with a comma without quotes",
    "text/csv",
    "id,text\n1,a\n2,b, c\n",
    /has 3 cells and the header 2: \["2","b"," c"\]/,
  ],
  ["JSON that is none", "application/json", "{'a': 1}", /it is not JSON/],
  ["JSON that is empty", "application/ld+json; charset=utf-8", "", /it is empty/],
  ["JSON in another encoding", "application/json", bytes('{"a": "\xe4"}'), /not text in its encoding/],
  ["a PNG that is a JPEG", "image/png", bytes("\xff\xd8\xff\xe0"), /does not begin like one/],
  ["an empty PNG", "image/png", bytes(""), /it is empty/],
  [
    "a table that is a page",
    "application/vnd.oasis.opendocument.spreadsheet",
    bytes("<html>"),
    /does not begin like one/,
  ],
])("%s is not of its media type", (_, mediaType, content, problem) => {
  expect(isJudgedMedia(mediaType)).toBe(true);
  expect(findMediaProblem(mediaType, content)).toMatch(problem);
});

test.each([
  ["aGVsbG8=", "hello"],
  ["aGVs\r\nbG8", "hello"],
  ["aGVsbG8*", undefined],
  ["-_-_", undefined],
  ["aGVsb", undefined],
])("%j in Base64 is %s", (text, content) => {
  const read = readBase64(text);
  expect(read && Buffer.from(read).toString()).toBe(content);
});
