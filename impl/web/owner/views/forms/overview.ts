/** The Share page of a form: its link, status and people. Every part works without scripts. */
import { formLanguages } from "../../../../forms/forms.ts";
import { type Html, html } from "../../../../platform/html.ts";
import { languageName } from "../../../../texts/translate.ts";
import { confirmBox, disclosure } from "../../../components/blocks/disclosure.ts";
import { factList } from "../../../components/blocks/facts.ts";
import { part } from "../../../components/blocks/part.ts";
import { MAX_QR_LENGTH, qrSvg } from "../../../qr-code.ts";
import { copyable } from "../snippets.ts";
import { type EmbeddingChoices, embedding } from "./embedding.ts";
import { formHead } from "./form-head.ts";
import { mailsLink } from "./mails.ts";
import type { OverviewView } from "./overview-view.ts";
import { formButton } from "./parts.ts";
import { pendingPart } from "./pending.ts";
import { beforePublishing } from "./publishing/before-publishing.ts";
import { refusalIn } from "./refused-part.ts";
import { sharingPart } from "./sharing.ts";

export function sharePage(view: OverviewView): Html {
  const { t, form } = view;
  const mayEdit = form.access !== "view";
  return html`
    ${formHead(t, form, "share")}
    ${refusalIn(view, undefined)}
    <div class="parts">
      ${pendingPart(view)}
      ${publicPart(view)}
      ${form.status === "published" && mailsLink(view)}
      ${mayEdit && form.status !== "archived" && statusPart(view)}
      ${sharingPart(view)}
    </div>
    ${about(view)}
  `;
}

/** Draws what the form is, below what its owner does here: who comes from publishing wants the link. */
function about({ t, form }: OverviewView): Html {
  const mayEdit = form.access !== "view" && form.status !== "archived";
  const owner =
    form.access === "owner" ? t.say("form_you") : `${form.owner_email} (${t.say(`form_may_${form.access}`)})`;
  const facts: readonly (readonly [string, string])[] = [
    [t.say("form_responses_link"), t.number(form.verified_responses)],
    [t.say("form_languages"), formLanguages(form).map(languageName).join(", ")],
    [t.say("form_owner"), owner],
    [t.say("form_updated"), t.day(form.updated_at)],
    [t.say("form_created"), t.day(form.created_at)],
  ];
  return html`
    ${factList(facts, "facts across")}
    ${form.verified_responses > 0 && mayEdit && html`<p class="soft">${t.say("form_locked")}</p>`}
  `;
}

function publicPart(view: OverviewView): Html {
  const { t, form, urls } = view;
  const link =
    form.status === "published"
      ? publishedLink(view)
      : html`
        <p>${t.say(`public_text_${form.status}`)}</p>
        ${form.status === "draft" && html`${copyable(t, urls.public)}${qrCode(view, urls.public)}`}
      `;
  return part({ title: t.say("public_title"), content: link });
}

/** Draws the address of a published form, to be sent to respondents. */
export function publishedLink(view: LinkView): Html {
  const { t, form } = view;
  return html`
    <p class="soft">${t.say("public_send")}</p>
    ${linkParts(view)}
    <p class="open"><a href="/forms/${form.id}/prefilled">${t.say("public_prefilled")}</a></p>
  `;
}

/** Draws a link, its QR code and how to put it into a web page. @param parameters the prefilled answers */
export function linkParts(view: LinkView, parameters = ""): Html {
  const { t, form, urls, choices } = view;
  const link = parameters === "" ? urls.public : `${urls.public}?${parameters}`;
  return html`
    ${copyable(t, link)}
    <p class="open"><a href="${link}">${t.say("public_open")}</a></p>
    ${qrCode(view, link)}
    ${choices ? embedding({ t, form, choices, url: urls.public, parameters }) : embeddingLink(view)}
  `;
}

export interface LinkView extends Pick<OverviewView, "t" | "urls"> {
  readonly form: Pick<OverviewView["form"], "id" | "title" | "structure" | "password_hash">;
  /** The choices of the owner for web pages; undefined: the page links to the one with these choices. */
  readonly choices?: EmbeddingChoices;
}

function embeddingLink({ t, form }: LinkView): Html {
  return html`<p class="open"><a href="/forms/${form.id}#embed">${t.say("public_embed")}</a></p>`;
}

function qrCode({ t, form }: LinkView, link: string): Html | undefined {
  if (link.length > MAX_QR_LENGTH) return undefined;
  const files = (["SVG", "PNG"] as const).map((type) => {
    const address = `/forms/${form.id}/qr.${type.toLowerCase()}${new URL(link).search}`;
    return html`<a href="${address}" download>${t.say("qr_download", { type })}</a>`;
  });
  return disclosure({
    summary: t.say("qr_title"),
    content: html`
      <p class="soft">${t.say("qr_text")}</p>
      ${qrSvg(link, t.say("qr_label", { url: link }))}
      <p class="tools">${files}</p>
    `,
  });
}

function statusPart(view: OverviewView): Html {
  const { t, csrf, form } = view;
  return part({
    title: t.say("status_title"),
    content: html`
      <div class="line">${form.status === "published" ? pauseButton(view) : publishButton(view)}</div>
      ${confirmBox({
        summary: t.say("status_archive"),
        text: t.say("status_archive_text"),
        action: `/forms/${form.id}/status`,
        csrf,
        button: { text: t.say("status_archive_button"), look: "danger", name: "action", value: "archive" },
      })}
    `,
  });
}

function pauseButton(view: OverviewView): Html {
  const { t } = view;
  return html`
    ${formButton(view, "status", t.say("status_pause"), { name: "action", value: "pause" })}
    <p class="soft">${t.say("status_pause_text")}</p>
  `;
}

function publishButton(view: OverviewView): Html {
  const { t, form } = view;
  const label = t.say(form.status === "paused" ? "status_publish_again" : "status_publish");
  const more = beforePublishing(t, { ...form, pending: undefined });
  return formButton(view, "status", label, { name: "action", value: "publish", look: "main", more });
}
