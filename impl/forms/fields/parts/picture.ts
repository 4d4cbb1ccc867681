/** Draws pictures beside questions and choices. */
import type { Picture } from "../../../../generated/types.ts";
import { attributes, type Html, html } from "../../../platform/html.ts";
import type { Translation } from "../../../texts/translate.ts";
import { otherLanguage } from "./worded.ts";

/** A stored image as pages show it. */
export interface FormImage {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/** The images that a page may load, by their ids; undefined: the page loads nothing, so it says where a picture is. */
export type Images = ReadonlyMap<string, FormImage> | undefined;

/** The height that leaves room for the question on most screens. */
const MAX_HEIGHT = 480;

/**
 * Draws a picture with its size, so that nothing moves when it is loaded. An image that the form does not have is left out.
 * @param isFirst whether respondents see it at once; others are loaded when they come near
 */
export function drawPicture(
  t: Translation,
  image: Picture | undefined,
  images: Images,
  isFirst = false,
): Html | undefined {
  if (image === undefined) return undefined;
  if (images === undefined) return drawPlaceholder(t, image);
  const stored = images.get(image.image_id);
  if (stored === undefined) return undefined;
  const { id, width, height } = stored;
  const scale = Math.min(1, MAX_HEIGHT / height);
  const values = attributes({
    src: `/images/${id}`,
    width: Math.max(1, Math.round(width * scale)),
    height: Math.round(height * scale),
    class: "picture",
    loading: isFirst ? undefined : "lazy",
    alt: image.alt ? t.of(image.alt) : "",
    lang: otherLanguage(t, image.alt),
  });
  return html`<img${values}>`;
}

/** Says that there is a picture, and what it shows. */
function drawPlaceholder(t: Translation, { alt }: Picture): Html {
  const lang = attributes({ lang: otherLanguage(t, alt) });
  const words = alt && html`: <span${lang}>${t.of(alt)}</span>`;
  return html`<span class="picture-place">${t.say("picture")}${words}</span>`;
}
