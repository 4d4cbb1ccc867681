/** The owner's look of a form's pages: theme, links below the page, and the preview of shared links. */
import type { FormStructure, FormTheme } from "../../../generated/types.ts";
import type { FormImage } from "../../forms/fields/parts/picture.ts";
import { readVideo } from "../../forms/fields/parts/video-address.ts";
import { otherLanguage } from "../../forms/fields/parts/wordings.ts";
import { limitedChoices } from "../../forms/structure/capacities.ts";
import { placedPictures } from "../../forms/structure/places.ts";
import { attributes, type Html, html } from "../../platform/html.ts";
import { parseMarkdown } from "../../texts/markdown/parse.ts";
import { plainText } from "../../texts/markdown/tree.ts";
import { shorten } from "../../texts/shorten.ts";
import type { Translation } from "../../texts/translate.ts";
import type { PageView } from "./layout.ts";
import { themeAddress } from "./theme/style-sheet.ts";

/** The parts of a page that depend on the look of its form. */
export type Look = Pick<PageView, "styles" | "icon" | "head" | "banner" | "footer" | "className" | "frames">;

/** The data that a look is made from. */
export interface LookSource {
  readonly t: Translation;
  readonly structure: FormStructure;
  /** The existing images, by their ids. */
  readonly images: ReadonlyMap<string, FormImage>;
  /** The addresses of the service and the form, for link previews by other sites; undefined: previews are off. */
  readonly share?: { readonly origin: string; readonly address: string } | undefined;
}

export function createLook(source: LookSource): Look {
  const { t, structure, images } = source;
  const { theme = {}, settings = {} } = structure;
  const image = (role: "logo" | "cover" | "favicon") => images.get(theme[role] ?? "");
  const isOneQuestion = settings.display === "one_question";
  const isSpecial = isOneQuestion || settings.answer_key !== undefined;
  const [footer, banner] = [legalLinks(t, settings), drawBanner(t, theme, image("logo"), image("cover"))];
  const sheet = themeAddress(theme);
  const pictures = placedPictures(structure);
  const icon = image("favicon") ?? image("logo");
  return {
    styles: [
      ...(isSpecial || footer || banner ? (["look"] as const) : []),
      ...(pictures.length > 0 ? (["media"] as const) : []),
      ...(limitedChoices(structure).length > 0 ? (["places"] as const) : []),
    ],
    frames: [
      ...new Set(pictures.flatMap(({ value: { video } }) => readVideo(video ?? "")?.site.origin ?? [])),
    ],
    icon: icon && `/images/${icon.id}`,
    head: html`${
      sheet &&
      html`<link rel="stylesheet" href="${sheet}">
`
    }${previewTags(source, image("cover"))}`,
    banner,
    footer,
    className: isOneQuestion ? "one" : undefined,
  };
}

/** Draws cover and logo. The cover is decoration; the logo has a text alternative. */
function drawBanner(
  t: Translation,
  { logo_alt: alt }: FormTheme,
  logo: FormImage | undefined,
  cover: FormImage | undefined,
): Html | undefined {
  if (logo === undefined && cover === undefined) return undefined;
  const drawImage = ({ id, width, height }: FormImage, more: Readonly<Record<string, string | undefined>>) =>
    html`<img${attributes({ src: `/images/${id}`, width, height, ...more })}>`;
  return html`
    <div class="banner">
      ${cover && drawImage(cover, { class: "cover", alt: "" })}
      ${logo && drawImage(logo, { class: "logo", alt: alt ? t.of(alt) : "", lang: otherLanguage(t, alt) })}
    </div>
  `;
}

/** Draws the metadata that messengers and social networks show for a link (the Open Graph protocol). */
function previewTags({ t, structure, share }: LookSource, cover: FormImage | undefined): Html | undefined {
  if (share === undefined) return undefined;
  const description =
    structure.description && shortenForPreview(plainText(parseMarkdown(t.of(structure.description))));
  const properties = {
    "og:title": t.of(structure.title),
    "og:description": description,
    "og:type": "website",
    "og:url": share.address,
    "og:image": cover && `${share.origin}/images/${cover.id}`,
    "og:image:width": cover?.width,
    "og:image:height": cover?.height,
  };
  const metas = Object.entries(properties).map(
    ([property, content]) =>
      content !== undefined &&
      html`<meta${attributes({ property, content })}>
`,
  );
  return html`${
    description &&
    html`<meta${attributes({ name: "description", content: description })}>
`
  }${
    cover &&
    html`<meta name="twitter:card" content="summary_large_image">
`
  }${metas}`;
}

/** Shortens a text to the length that previews show. */
function shortenForPreview(text: string): string {
  return shorten(text.replace(/\s+/g, " ").trim(), 200);
}

function legalLinks(t: Translation, settings: NonNullable<FormStructure["settings"]>): Html | undefined {
  const links = (["imprint", "privacy"] as const).flatMap((name) => {
    const href = settings[`${name}_url`];
    return href === undefined
      ? []
      : [
          html`
            <li>
              <a href="${href}" target="_blank" rel="noopener">
                ${t.say(name)}
                <span class="vh"> (${t.say("opens_in_new_tab")})</span>
              </a>
            </li>
          `,
        ];
  });
  return links.length === 0 ? undefined : html`<footer class="legal"><ul>${links}</ul></footer>`;
}
