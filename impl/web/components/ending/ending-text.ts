/** The message of an ending, and its picture or video. */
import type { Ending } from "../../../../generated/types.ts";
import { drawFormatted } from "../../../forms/fields/parts/formatted-text.ts";
import { drawPicture, type Images } from "../../../forms/fields/parts/picture.ts";
import { type Html, html } from "../../../platform/html.ts";
import type { Translation } from "../../../texts/translate.ts";
import type { Mentions } from "../mentions.ts";

export function endingText(
  t: Translation,
  { title, message, image }: Ending,
  mentions: Mentions,
  images: Images,
): Html {
  return html`
    ${message && drawFormatted(t, message, mentions)}
    ${drawPicture(t, image, images, { isFirst: true, name: () => mentions.plain(t.of(title)) })}
  `;
}
