/** Addresses of videos: those that are taken with what pages make of them, and those that are refused. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { readVideo } from "./video-address.ts";

const ID = "aqz-KE-bpKQ";
const watch = `https://www.youtube.com/watch?v=${ID}`;
const youTube = [watch, `https://www.youtube-nocookie.com/embed/${ID}?autoplay=1&playsinline=1`];
const vimeo = (id: string, hash?: string) => [
  `https://vimeo.com/${id}${hash ? `/${hash}` : ""}`,
  `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1${hash ? `&h=${hash}` : ""}`,
];

test.each<[address: string, leadsTo: readonly string[]]>([
  [watch, youTube],
  [`https://youtube.com/watch?v=${ID}`, youTube],
  [`https://m.youtube.com/watch?v=${ID}`, youTube],
  [`HTTPS://WWW.YOUTUBE.COM/watch?v=${ID}`, youTube],
  [`https://www.youtube.com:443/watch?v=${ID}`, youTube],
  [`https://www.youtube.com/watch/?v=${ID}`, youTube],
  [`https://www.youtube.com/watch?v=${ID}&list=PL123&index=2`, youTube],
  [`https://www.youtube.com/watch?si=tracked&v=${ID}&utm_source=x#t=9`, youTube],
  [`https://youtu.be/${ID}`, youTube],
  [`https://youtu.be/${ID}?si=tracked&t=42`, youTube],
  [`https://www.youtube.com/embed/${ID}?autoplay=0&origin=https://evil.example`, youTube],
  [`https://www.youtube-nocookie.com/embed/${ID}`, youTube],
  [`https://www.youtube.com/shorts/${ID}`, youTube],
  [`https://www.youtube.com/live/${ID}/`, youTube],
  ["https://vimeo.com/76979871", vimeo("76979871")],
  ["https://www.vimeo.com/76979871?share=copy#t=0", vimeo("76979871")],
  ["https://player.vimeo.com/video/76979871", vimeo("76979871")],
  ["https://vimeo.com/76979871/0a1b2c3d4e", vimeo("76979871", "0a1b2c3d4e")],
  ["https://player.vimeo.com/video/76979871?h=0a1b2c3d4e&dnt=0", vimeo("76979871", "0a1b2c3d4e")],
])("%s is played", (address, leadsTo) => {
  const video = readVideo(address);
  expect([video?.page, video?.player]).toEqual(leadsTo);
});

test.each([
  "",
  ID,
  "javascript:alert(1)",
  `javascript:alert(1)//youtu.be/${ID}`,
  "data:text/html,<script>alert(1)</script>",
  `http://www.youtube.com/watch?v=${ID}`,
  `ftp://www.youtube.com/watch?v=${ID}`,
  `//www.youtube.com/watch?v=${ID}`,
  `https:www.youtube.com/watch?v=${ID}`,
  `https:\\\\www.youtube.com\\watch?v=${ID}`,
  `https://evil.example\\@www.youtube.com/watch?v=${ID}`,
  `https://www.youtube.com\\.evil.example/watch?v=${ID}`,
  ` https://youtu.be/${ID}`,
  `https://youtu.be/${ID}\n`,
  `https://you\ttu.be/${ID}`,
  `https://youtube.com.evil.example/watch?v=${ID}`,
  `https://evil.example/www.youtube.com/watch?v=${ID}`,
  `https://evil.example/?https://youtu.be/${ID}`,
  `https://evil.example#https://youtu.be/${ID}`,
  `https://www.youtube.com@evil.example/watch?v=${ID}`,
  `https://ada:secret@www.youtube.com/watch?v=${ID}`,
  `https://ada@youtu.be/${ID}`,
  `https://www.youtube.com:8443/watch?v=${ID}`,
  `https://www.youtube.com./watch?v=${ID}`,
  `https://xn--yutube-wqf.com/watch?v=${ID}`,
  `https://www.yоutube.com/watch?v=${ID}`,
  `https://www.youtubе.com/watch?v=${ID}`,
  `https://ɢoogle.com/watch?v=${ID}`,
  `https://notyoutube.com/watch?v=${ID}`,
  `https://youtube.co/watch?v=${ID}`,
  `https://music.youtube.com.evil.example/watch?v=${ID}`,
  `https://www.youtube.com/redirect?q=https://evil.example&v=${ID}`,
  `https://www.youtube.com/attribution_link?u=/watch?v=${ID}`,
  `https://www.youtube.com/oembed?url=https://youtu.be/${ID}`,
  `https://www.youtube.com/watch?v=${ID}&v=${ID}`,
  "https://www.youtube.com/watch?v=",
  "https://www.youtube.com/watch",
  "https://www.youtube.com/watch?v=short",
  "https://www.youtube.com/watch?v=far_too_long_id",
  "https://www.youtube.com/watch?v=a/../../../x",
  "https://www.youtube.com/watch?v=%22%3E%3Cscript",
  'https://www.youtube.com/embed/"><script>',
  "https://www.youtube.com/embed/%61qz-KE-bpKQ",
  "https://www.youtube.com/embed/videoseries?list=PL123",
  "https://www.youtube.com/embed/live_stream?channel=UC123",
  "https://www.youtube.com/playlist?list=PL123",
  "https://www.youtube.com/@channel",
  "https://www.youtube.com/results?search_query=cats",
  `https://youtu.be/${ID}/more`,
  "https://youtu.be/",
  "https://vimeo.com/",
  "https://vimeo.com/channels/staffpicks/76979871",
  "https://vimeo.com/showcase/123/video/76979871",
  "https://vimeo.com/user/76979871x",
  "https://vimeo.com/1234567890123",
  "https://vimeo.com/76979871/NOT-A-HASH",
  "https://player.vimeo.com/video/76979871?h=%22onload",
  "https://vimeo.com.evil.example/76979871",
  "https://player.vimeo.com/external/76979871.hd.mp4?s=abc",
  "https://[::1]/watch?v=aqz-KE-bpKQ",
  "https://216.58.1.1/watch?v=aqz-KE-bpKQ",
  "https://",
])("%j is refused", (address) => {
  expect(readVideo(address)).toBeUndefined();
});

test("whatever is taken leads to the two players and to the two sites, with ids and nothing else", () => {
  const part = fc.oneof(
    fc.constantFrom("https://", "youtu.be", "www.youtube.com", "vimeo.com", "player.vimeo.com", "/watch?v="),
    fc.constantFrom(
      ID,
      "76979871",
      "/embed/",
      "/video/",
      "@",
      "\\",
      ":",
      "?",
      "#",
      "%2f",
      "&list=",
      "//",
      ".",
    ),
    fc.string({ maxLength: 4, unit: "binary" }),
  );
  const player =
    /^https:\/\/(www\.youtube-nocookie\.com\/embed\/[\w-]{11}\?autoplay=1&playsinline=1|player\.vimeo\.com\/video\/\d+\?autoplay=1&dnt=1(&h=[0-9a-f]+)?)$/;
  const page = /^https:\/\/(www\.youtube\.com\/watch\?v=[\w-]{11}|vimeo\.com\/\d+(\/[0-9a-f]+)?)$/;
  let taken = 0;
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const begin = parts.length % 2 === 0 ? "https://youtu.be/" : "https://vimeo.com/";
      for (const address of [parts.join(""), begin + parts.join("")]) {
        const video = readVideo(address);
        if (video === undefined) continue;
        taken += 1;
        expect(video.player).toMatch(player);
        expect(video.page).toMatch(page);
      }
    }),
    { numRuns: 5_000 },
  );
  expect(taken).toBeGreaterThan(0);
});
