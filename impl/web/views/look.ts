/** What a form's pages look like by the wish of its owner: theme, links below the page, and what others show when it is shared. */
import type { FormStructure } from "../../../generated/types.ts";
import { attributes, type Html, html } from "../../markup/html.ts";
import type { Translation } from "../../texts/translate.ts";
import { themeAddress } from "../theme/style-sheet.ts";
import type { PageView, Styles } from "./layout.ts";

/** The parts of a page that depend on the look of its form. */
export type Look = Pick<PageView, "styles" | "head" | "footer" | "className">;

/** @param shareAddress where the form is; undefined: nothing of it may be shown elsewhere */
export function lookOf(t: Translation, structure: FormStructure, shareAddress: string | undefined): Look {
  const { theme = {}, settings = {} } = structure;
  const isOneQuestion = settings.display === "one_question";
  const footer = legalLinks(t, settings);
  const styles: Exclude<Styles, "page">[] = isOneQuestion || footer ? ["look"] : [];
  const sheet = themeAddress(theme);
  return {
    styles,
    head: html`${
      sheet &&
      html`<link rel="stylesheet" href="${sheet}">
`
    }${shareAddress !== undefined && preview(t, structure, shareAddress)}`,
    footer,
    className: isOneQuestion ? "one" : undefined,
  };
}

/** What messengers and social networks show of a link (the Open Graph protocol). */
function preview(t: Translation, structure: FormStructure, address: string): Html {
  const description = structure.description && summary(t.of(structure.description));
  const properties = { title: t.of(structure.title), description, type: "website", url: address };
  const metas = Object.entries(properties).map(
    ([name, content]) =>
      content &&
      html`<meta property="og:${name}" content="${content}">
`,
  );
  return html`${
    description &&
    html`<meta${attributes({ name: "description", content: description })}>
`
  }${metas}`;
}

/** As much of a text as previews show. */
function summary(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= 200 ? line : `${line.slice(0, 199).replace(/[\ud800-\udbff]$/, "")}…`;
}

function legalLinks(t: Translation, settings: NonNullable<FormStructure["settings"]>): Html | undefined {
  const links = (["imprint", "privacy"] as const).flatMap((name) => {
    const href = settings[`${name}_url`];
    return href === undefined
      ? []
      : [
          html`<li><a href="${href}" target="_blank" rel="noopener">${t.say(name)}<span class="vh"> (${t.say("opens_in_new_tab")})</span></a></li>`,
        ];
  });
  return links.length === 0 ? undefined : html`<footer class="legal"><ul>${links}</ul></footer>`;
}
