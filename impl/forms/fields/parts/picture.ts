/** Draws pictures and videos. */
import type { LocalizedText, Picture } from "../../../../generated/types.ts";
import { attributes, type Html, html } from "../../../platform/html.ts";
import type { Translation } from "../../../texts/translate.ts";
import { drawVideo } from "./video.ts";
import { readVideo } from "./video-address.ts";
import { otherLanguage } from "./wordings.ts";

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

interface PicturePlace {
  /** Whether respondents see it at once. Other pictures are loaded when they come near. */
  readonly isFirst?: boolean | undefined;
  /** Returns the text that it stands beside, which names a video without words of its own. */
  readonly name?: () => string;
}

/** Draws a picture or a video. An image that the form does not have is left out. */
export function drawPicture(
  t: Translation,
  image: Picture | undefined,
  images: Images,
  { isFirst = false, name = () => "" }: PicturePlace = {},
): Html | undefined {
  if (image === undefined) return undefined;
  if (images === undefined) return drawPlaceholder(t, image);
  const stored = images.get(image.image_id ?? "");
  const video = image.video === undefined ? undefined : readVideo(image.video);
  if (video === undefined) return stored && drawImage(t, stored, image.alt, isFirst);
  const still = stored && drawImage(t, stored, undefined, isFirst);
  return drawVideo(t, video, { name: image.alt ? t.of(image.alt) : name(), still });
}

/** Draws an image with its size, so that nothing moves when it is loaded. */
function drawImage(
  t: Translation,
  { id, width, height }: FormImage,
  alt: LocalizedText | undefined,
  isFirst: boolean,
): Html {
  const scale = Math.min(1, MAX_HEIGHT / height);
  const values = attributes({
    src: `/images/${id}`,
    width: Math.max(1, Math.round(width * scale)),
    height: Math.round(height * scale),
    class: "picture",
    loading: isFirst ? undefined : "lazy",
    alt: alt ? t.of(alt) : "",
    lang: otherLanguage(t, alt),
  });
  return html`<img${values}>`;
}

/** Says that there is a picture or a video, and what it shows. */
function drawPlaceholder(t: Translation, { video, alt }: Picture): Html {
  const lang = attributes({ lang: otherLanguage(t, alt) });
  const words = alt && html`: <span${lang}>${t.of(alt)}</span>`;
  return html`<span class="picture-place">${t.say(video === undefined ? "picture" : "video")}${words}</span>`;
}
