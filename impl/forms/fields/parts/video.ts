/** Draws videos. The page loads nothing of them before a click. */
import { attributes, type Html, html } from "../../../platform/html.ts";
import type { Translation } from "../../../texts/translate.ts";
import type { Video } from "./video-address.ts";

/** The text and the picture beside a video. */
interface VideoParts {
  /** The name of the video: what it shows, or the question that it belongs to. */
  readonly name: string;
  /** The picture below the button; undefined: there is none. */
  readonly still: Html | undefined;
}

/**
 * Draws a frame with a page of ours, whose one link leads to the player, in the same frame and without scripts. The link below leads to
 * the page of the video, for browsers that keep the player out, and for paper.
 */
export function drawVideo(t: Translation, { site, page, player }: Video, { name, still }: VideoParts): Html {
  const { host } = new URL(site.origin);
  const plays = t.say("video_plays", { host });
  const frame = attributes({
    title: `${t.say("video")}: ${name}`,
    srcdoc: `${button(t, player, `${name}. ${plays}`)}`,
    allow: "autoplay; encrypted-media; fullscreen; picture-in-picture",
  });
  const watch = html`
    <a class="target" href="${page}" target="_blank" rel="noopener">
      ${t.say("video_watch", { site: site.name })}
      <span class="vh"> (${t.say("opens_in_new_tab")})</span>
    </a>
  `;
  return html`
    <figure class="video">
      ${still}
      <iframe${frame}></iframe>
      <figcaption><span>${plays}</span> ${watch}</figcaption>
    </figure>
  `;
}

/** Draws the page in the frame. It has no styles, because it could load none. YouTube plays only where it learns the site. */
function button(t: Translation, player: string, label: string): Html {
  const link = attributes({
    href: player,
    referrerpolicy: "strict-origin-when-cross-origin",
    "aria-label": label,
  });
  return html`
    <html lang="${t.language}">
      <head><title>${label}</title></head>
      <body>
        <a${link}>
          <svg viewBox="0 0 32 16" width="100%" aria-hidden="true" focusable="false">
            <rect width="32" height="16" fill-opacity="0"/>
            <circle cx="16" cy="8" r="3" fill="#000000" fill-opacity="0.75" stroke="#ffffff" stroke-width="0.25"/>
            <path d="M15 6.400l2.800 1.600L15 9.600z" fill="#ffffff"/>
          </svg>
        </a>
      </body>
    </html>
  `;
}
