/** Starts the editor in its page. */
import { type ComponentChild, render } from "preact";
import { isSame } from "../../forms/edits/merge.ts";
import type { EditorTextKey, EditorTexts } from "../../texts/owner/editor/texts.ts";
import { closeMenus } from "../client/menus.ts";
import { App } from "./app.tsx";
import type { EditorBoot } from "./boot.ts";
import { createSay, type Parts, PartsContext } from "./context.ts";
import { Header, HeaderMenu } from "./header.tsx";
import { keepFocus } from "./keep-focus.ts";
import { Editor } from "./model/editor.ts";
import { findField } from "./model/edits.ts";
import { latestStructure, startSaving } from "./saving/saving.ts";
import { connect } from "./saving/server.ts";
import { unsavedChanges } from "./saving/unsaved-changes.ts";

const root = document.getElementById("editor");
const data = document.getElementById("editor-data");
if (root && data) void start(root, JSON.parse(data.textContent) as EditorBoot);

async function start(root: HTMLElement, boot: EditorBoot) {
  const { default: texts }: { default: EditorTexts } = await import(boot.addresses.texts);
  const { form, structure, pending } = boot;
  const editor = new Editor(boot);
  const server = connect(boot);
  const kept = unsavedChanges(form.id);
  const { revision, status } = form;
  const stored = { structure, revision, status, ...(pending && { pending }) };
  const saving = startSaving(editor, server, stored, kept);
  const say = createSay(texts, boot.language);
  const names = new Intl.DisplayNames([boot.language], { type: "language" });
  const languageName = (language: string) => names.of(language) ?? language;
  const unsaved = editor.isReadOnly ? undefined : kept.read();
  if (unsaved === undefined || isSame(unsaved.structure, latestStructure(stored))) {
    kept.clear();
    saving.resume(undefined);
  } else {
    saving.resume(unsaved);
    editor.announce(say("restored"));
  }
  selectPart(editor, location.hash);
  const hasText = (key: string): key is EditorTextKey => Object.hasOwn(texts, key);
  const parts = { editor, saving, server, say, hasText, languageName };
  draw(parts, <App />, root);
  draw(parts, <Header />, document.getElementById("editor-bar"));
  draw(parts, <HeaderMenu />, document.getElementById("editor-menu"));
  closeMenus();
  keepFocus();
}

/** Shows the part that the address names: `#settings`, `#form`, or the question of `#field-ID`. */
function selectPart(editor: Editor, hash: string): void {
  const [, id = ""] = /^#field-(.+)$/.exec(hash) ?? [];
  if (hash === "#settings") editor.select({ kind: "settings" });
  else if (hash === "#form") editor.select({ kind: "form" });
  else if (findField(editor.structure, id)) editor.select({ kind: "field", id });
}

function draw(parts: Parts, content: ComponentChild, place: HTMLElement | null): void {
  if (place === null) return;
  // The page has words there until the editor comes.
  place.replaceChildren();
  render(<PartsContext.Provider value={parts}>{content}</PartsContext.Provider>, place);
}
