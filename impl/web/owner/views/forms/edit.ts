/** The page of the editor. Its script replaces the forms that work without scripts. */
import type { FormChange, FormStructure, Language, Warning } from "../../../../../generated/types.ts";
import { PLAYER_ORIGINS } from "../../../../forms/fields/parts/video-address.ts";
import { type Html, type HtmlValue, html, rawJson } from "../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";
import { languageName } from "../../../../texts/translate.ts";
import { bulletList } from "../../../components/blocks/bullets.ts";
import { actions, button } from "../../../components/controls/buttons.ts";
import { hiddenInputs } from "../../../components/controls/hidden-inputs.ts";
import { postForm } from "../../../components/controls/post-form.ts";
import { textArea } from "../../../components/controls/text-area.ts";
import type { PageView } from "../../../components/layout.ts";
import type { EditorBoot } from "../../../editor/boot.ts";
import { editorComing, headComing } from "./editor-coming.ts";
import { formTop } from "./form-head.ts";
import { refusalBox } from "./parts.ts";
import { agreeBox } from "./publishing/secret-box.ts";

/** The inputs of a browser without scripts, and their result. */
export interface EditFallback {
  readonly structure?: string | undefined;
  readonly prompt?: string | undefined;
  readonly refused?: { readonly text: string; readonly details: readonly string[] };
  /** The structure with translations by a model. */
  readonly translated?: { readonly structure: FormStructure; readonly notice: string };
  readonly proposal?: {
    readonly changes: readonly FormChange[];
    readonly warnings: readonly Warning[];
    /** A sentence that the user must agree to before it is applied. */
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
  /** The structure to edit, with unpublished changes. */
  readonly edited: FormStructure;
  /** A text about unpublished changes and their time. */
  readonly changed: string | undefined;
  /** The number of missing texts of each language. */
  readonly lacking: readonly (readonly [Language, number])[];
  readonly fallback: EditFallback;
}

export function editPage(view: EditView): PageView {
  const { t, title, boot } = view;
  // The script of the editor fills these places in the head.
  const places = {
    bar: html`<div id="editor-bar">${headComing(t, boot)}</div>`,
    more: html`<div id="editor-menu"></div>`,
  };
  return {
    language: t.language,
    title: `${title} – ${t.say("editor_title")}`,
    styles: ["owner", "editor"],
    // The preview plays the videos of the form, also those that are added to it.
    frames: PLAYER_ORIGINS,
    scripts: [`editor-${t.language}`, "editor"],
    embedded: false,
    wide: true,
    header: html`<header>${formTop(t, { ...boot.form, title, pending: undefined }, "edit", places)}</header>`,
    lead: html`
      <a class="skip" href="#editor">${t.say("skip_to_content")}</a>
      <script type="application/json" id="editor-data">${rawJson(boot)}</script>
    `,
    main: html`<div id="editor" tabindex="-1">${editorComing(t, boot)}${withoutScripts(view)}</div>`,
  };
}

function withoutScripts(view: EditView): Html {
  const { t, notice, boot, fallback, changed } = view;
  const { refused, proposal } = fallback;
  const mayEdit = mayEditForm(view);
  return html`
    <div class="plain-editor">
      ${notice !== undefined && html`<p class="notice done" role="status">${notice}</p>`}
      ${changed !== undefined && html`<p class="notice">${changed}</p>`}
      ${refused && refusalBox(t.say("refused_title"), refused)}
      ${boot.notes.length > 0 && notesBox(view)}
      <noscript><h2>${t.say("editor_needs_scripts")}</h2><p>${t.say("editor_needs_scripts_text")}</p></noscript>
      ${proposal && proposalBox(view, proposal)}
      ${mayEdit && promptForm(view)}
      ${structureForm(view, mayEdit)}
    </div>
  `;
}

function mayEditForm({ boot }: EditView): boolean {
  return boot.form.access !== "view" && boot.form.status !== "archived";
}

/** Draws notes about the form, each with a button that marks it as done. */
function notesBox(view: EditView): Html {
  const { t, csrf, boot } = view;
  const mayEdit = mayEditForm(view);
  const items = boot.notes.map(({ id, text }) => {
    const content = button({ text: t.say("editor_note_done"), look: "link", name: "check", value: id });
    return html`${text}${mayEdit && html` ${postForm({ action: boot.addresses.checks, csrf, content })}`}`;
  });
  return html`<section class="notice"><h2>${t.say("editor_notes_title")}</h2>${bulletList(items, {})}</section>`;
}

/** Draws a form that edits the revision on the page. */
function editForm({ csrf, boot }: EditView, content: HtmlValue, hidden: Record<string, string> = {}): Html {
  return postForm({
    action: `${boot.addresses.overview}/edit`,
    csrf,
    hidden: { revision: String(boot.form.revision), ...hidden },
    content,
  });
}

function promptForm(view: EditView): Html {
  const { t, fallback } = view;
  const prompt = textArea({
    name: "prompt",
    label: t.say("editor_prompt"),
    rows: 3,
    maxlength: 8_000,
    isRequired: true,
    text: fallback.prompt,
  });
  return editForm(view, [prompt, actions(button({ text: t.say("editor_prompt_button"), look: "quiet" }))]);
}

function structureForm(view: EditView, mayEdit: boolean): Html {
  const { t, boot, fallback, edited } = view;
  const structure = textArea({
    name: "structure",
    label: t.say("editor_structure"),
    hint: t.say("editor_structure_hint"),
    rows: 20,
    isCode: true,
    isReadOnly: !mayEdit,
    text: fallback.structure ?? JSON.stringify(edited, null, 2),
  });
  const pending = boot.pending ? hiddenInputs({ pending: boot.pending.id }) : [];
  return editForm(view, [structure, mayEdit && [pending, saveButtons(view), translateButtons(view)]]);
}

function saveButtons({ t, boot }: EditView): Html {
  const isPublished = boot.form.status === "published";
  return actions(
    button({
      text: t.say(isPublished ? "editor_publish_button" : "editor_structure_button"),
      look: "quiet",
    }),
    isPublished && button({ text: t.say("editor_keep_button"), look: "quiet", name: "keep", value: "yes" }),
  );
}

function translateButtons({ t, boot, lacking }: EditView): Html | false {
  const some = lacking.filter(([, count]) => count > 0);
  if (boot.model === null || some.length === 0) return false;
  return html`
    <p class="hint">${t.say("editor_translate_cost", { model: boot.model })}</p>
    ${actions(
      some.map(([language, n]) =>
        button({
          text: t.say("editor_translate", { n, language: languageName(language) }),
          look: "quiet",
          name: "translate",
          value: language,
        }),
      ),
    )}
  `;
}

function proposalBox(
  view: EditView,
  { changes, warnings, agree, sealed }: NonNullable<EditFallback["proposal"]>,
): Html {
  const { t } = view;
  if (changes.length === 0)
    return html`
      <div class="notice" role="status">
        <p>${t.say("editor_proposal_none")}</p>
        ${warnings.map(({ message }) => html`<p>${message}</p>`)}
      </div>
    `;
  const form = html`
    ${agree !== undefined && agreeBox(agree)}
    ${actions(button({ text: t.say("editor_proposal_apply"), look: "main" }))}
    <p class="soft">${t.say("editor_proposal_cost")}</p>
  `;
  return html`
    <section class="new">
      <h2>${t.say("editor_proposal_title")}</h2>
      ${bulletList(changes.map(({ message }) => message))}
      ${warnings.map(({ message }) => html`<p class="soft">${message}</p>`)}
      ${editForm(view, form, { proposal: sealed })}
    </section>
  `;
}
