/** The page of the editor. Its script takes the place of the forms that work without scripts. */
import type { FormChange, FormStructure, Language, Warning } from "../../../../../generated/types.ts";
import { FIRST_LINE_BREAK, type Html, html, rawJson } from "../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";
import { languageName } from "../../../../texts/translate.ts";
import type { PageView } from "../../../components/layout.ts";
import type { EditorBoot } from "../../../editor/boot.ts";
import { csrfField } from "../frame.ts";
import { formTop } from "./form-head.ts";
import { refusalBox } from "./parts.ts";
import { agreeBox } from "./secret-box.ts";

/** What a browser without scripts sent, and what came of it. */
export interface EditFallback {
  readonly structure?: string | undefined;
  readonly prompt?: string | undefined;
  readonly refused?: { readonly text: string; readonly details: readonly string[] };
  /** What a model made of the structure. */
  readonly translated?: { readonly structure: FormStructure; readonly notice: string };
  readonly proposal?: {
    readonly changes: readonly FormChange[];
    readonly warnings: readonly Warning[];
    /** What has to be agreed to before it is applied. */
    readonly agree?: string;
    readonly sealed: string;
  };
}

export interface EditView {
  readonly t: OwnerTranslation;
  readonly csrf: string;
  readonly title: string;
  readonly notice: string | undefined;
  readonly boot: EditorBoot;
  /** The structure to go on with: with the changes that are kept. */
  readonly edited: FormStructure;
  /** Says that changes are kept, and since when. */
  readonly changed: string | undefined;
  /** How many texts each language lacks. */
  readonly lacking: readonly (readonly [Language, number])[];
  readonly fallback: EditFallback;
}

export function editPage(view: EditView): PageView {
  const { t, title, boot } = view;
  return {
    language: t.language,
    title: `${title} – ${t.say("editor_title")}`,
    styles: ["owner", "editor"],
    scripts: [`editor-${t.language}`, "editor"],
    embedded: false,
    wide: true,
    header: html`<header>${formTop(t, { ...boot.form, title }, "edit")}</header>`,
    lead: html`<script type="application/json" id="editor-data">${rawJson(boot)}</script>`,
    main: html`<div id="editor">${withoutScripts(view)}</div>`,
  };
}

function withoutScripts(view: EditView): Html {
  const { t, csrf, notice, boot, fallback, edited, changed } = view;
  const { refused, proposal } = fallback;
  const mayEdit = boot.form.access !== "view" && boot.form.status !== "archived";
  const action = html`<form method="post" action="${boot.addresses.overview}/edit">${csrfField(csrf)}<input type="hidden" name="revision" value="${boot.form.revision}">`;
  const structure = fallback.structure ?? JSON.stringify(edited, null, 2);
  const isPublished = boot.form.status === "published";
  const buttons = html`<div class="actions"><button class="quiet">${t.say(isPublished ? "editor_publish_button" : "editor_structure_button")}</button>${isPublished && html`<button class="quiet" name="keep" value="yes">${t.say("editor_keep_button")}</button>`}</div>`;
  return html`<div class="plain-editor">${notice !== undefined && html`<p class="notice done" role="status">${notice}</p>`}${changed !== undefined && html`<p class="notice">${changed}</p>`}${refused && refusalBox(t.say("refused_title"), refused)}
${boot.notes.length > 0 && html`<section class="notice"><h2>${t.say("editor_notes_title")}</h2><ul>${boot.notes.map(({ id, text }) => html`<li>${text}${mayEdit && html` <form method="post" action="${boot.addresses.checks}">${csrfField(csrf)}<button class="link" name="check" value="${id}">${t.say("editor_note_done")}</button></form>`}</li>`)}</ul></section>`}
<noscript><h2>${t.say("editor_needs_scripts")}</h2><p>${t.say("editor_needs_scripts_text")}</p></noscript>
${proposal && proposalBox(t, action, proposal)}
${mayEdit && html`${action}<label class="label" for="prompt">${t.say("editor_prompt")}</label><textarea class="input" id="prompt" name="prompt" rows="3" maxlength="8000" required>${fallback.prompt}</textarea><div class="actions"><button class="quiet">${t.say("editor_prompt_button")}</button></div></form>`}
${action}<label class="label" for="structure">${t.say("editor_structure")}</label><p class="hint" id="structure-hint">${t.say("editor_structure_hint")}</p><textarea class="input code-text" id="structure" name="structure" rows="20" spellcheck="false" aria-describedby="structure-hint"${!mayEdit && html` readonly`}>${FIRST_LINE_BREAK}${structure}</textarea>${mayEdit && html`${boot.pending && html`<input type="hidden" name="pending" value="${boot.pending.id}">`}${buttons}${translateButtons(view)}`}</form></div>`;
}

function translateButtons({ t, boot, lacking }: EditView): Html | false {
  const some = lacking.filter(([, count]) => count > 0);
  if (boot.model === null || some.length === 0) return false;
  return html`<p class="hint">${t.say("editor_translate_cost", { model: boot.model })}</p><div class="actions">${some.map(([language, n]) => html`<button class="quiet" name="translate" value="${language}">${t.say("editor_translate", { n, language: languageName(language) })}</button>`)}</div>`;
}

function proposalBox(
  t: OwnerTranslation,
  action: Html,
  { changes, warnings, agree, sealed }: NonNullable<EditFallback["proposal"]>,
): Html {
  if (changes.length === 0)
    return html`<div class="notice" role="status"><p>${t.say("editor_proposal_none")}</p>${warnings.map(({ message }) => html`<p>${message}</p>`)}</div>`;
  return html`<section class="new"><h2>${t.say("editor_proposal_title")}</h2><ul class="bullets">${changes.map(({ message }) => html`<li>${message}</li>`)}</ul>${warnings.map(({ message }) => html`<p class="soft">${message}</p>`)}
${action}<input type="hidden" name="proposal" value="${sealed}">${agree !== undefined && agreeBox(agree)}<div class="actions"><button class="main">${t.say("editor_proposal_apply")}</button></div><p class="soft">${t.say("editor_proposal_cost")}</p></form></section>`;
}
