/** Draws videos: the frame with its button, and what hostile words become in it. */
import { expect, test } from "vitest";
import { translation } from "../../../texts/translate.ts";
import { drawPicture } from "./picture.ts";

const t = translation("en", "en");
const video = "https://youtu.be/aqz-KE-bpKQ?si=tracked";
const EVIL = `"></iframe><script>alert(1)</script>'<img src=x onerror=alert(1)>`;

/** Reads a value of an attribute as browsers do. */
function readValue(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

function inFrame(page: string): string {
  return readValue(/srcdoc="([^"]*)"/.exec(page)?.[1] ?? "");
}

test("the page in the frame has one link, which tells the player the site and no more", () => {
  const page = `${drawPicture(t, { video, alt: { en: "A lake" } }, new Map())}`;
  expect(page).toContain('<iframe title="Video: A lake" srcdoc="');
  expect(page).not.toMatch(/<iframe[^>]* src=/);
  expect(page).not.toContain("tracked");
  expect(page).toContain(
    '<a class="target" href="https://www.youtube.com/watch?v=aqz-KE-bpKQ" target="_blank" rel="noopener">Watch at YouTube',
  );
  const frame = inFrame(page);
  expect([...frame.matchAll(/<a /g)]).toHaveLength(1);
  expect(frame).toContain(
    '<a href="https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1&amp;playsinline=1" referrerpolicy="strict-origin-when-cross-origin"',
  );
  expect(frame).toContain("A lake. Plays from www.youtube-nocookie.com when you click it.");
  expect(frame).not.toMatch(/<(script|link|img|style)/);
});

test("a video without words has the name of what it stands beside, and keeps its still", () => {
  const images = new Map([["img_1", { id: "img_1", width: 1_600, height: 900 }]]);
  const page = `${drawPicture(t, { image_id: "img_1", video }, images, { name: () => "The question" })}`;
  expect(page).toContain('title="Video: The question"');
  expect(page).toMatch(/<img src="\/images\/img_1" [^>]*alt="">.*<iframe/s);
});

test("hostile words stay words, in the page and in its frame", () => {
  const page = `${drawPicture(t, { video, alt: { en: EVIL } }, new Map())}`;
  expect(page).not.toMatch(/<script|<img/);
  const frame = inFrame(page);
  expect(frame).not.toMatch(/<script|<img|<iframe/);
  expect(readValue(frame)).toContain(EVIL);
});

test.each(["javascript:alert(1)", "https://evil.example/embed/aqz-KE-bpKQ"])(
  "a stored form whose video is %s shows its picture, or nothing",
  (address) => {
    expect(drawPicture(t, { video: address }, new Map())).toBeUndefined();
    const images = new Map([["img_1", { id: "img_1", width: 10, height: 10 }]]);
    expect(`${drawPicture(t, { image_id: "img_1", video: address }, images)}`).toMatch(/^<img /);
  },
);
