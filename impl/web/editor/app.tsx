/** The editor as a whole: structure at the left, properties in the middle, preview at the right. */
import { useEffect, useRef, useState } from "preact/hooks";
import { AiBox } from "./ai.tsx";
import type { ProposalReply } from "./boot.ts";
import { type Parts, useChanges, useParts } from "./context.ts";
import { narrow } from "./narrow.ts";
import { Notes } from "./notes.tsx";
import { Outline } from "./outline/outline.tsx";
import { FieldPanel } from "./panels/field-panel.tsx";
import { FormPanel, PagePanel, SettingsPanel } from "./panels/form-panels.tsx";
import { ListPanel } from "./panels/list-panels.tsx";
import { LookPanel } from "./panels/look-panel.tsx";
import { PanelHead } from "./panels/panel-head.tsx";
import { LanguagesPanel } from "./panels/translations.tsx";
import { WelcomePanel } from "./panels/welcome-panel.tsx";
import { Preview } from "./preview/preview.tsx";
import { Toast } from "./toast.tsx";

export function App() {
  const parts = useParts();
  const { editor, say, languageName } = parts;
  const [proposal, setProposal] = useState<Extract<ProposalReply, { ok: true }>>();
  useChanges(parts);
  useEffect(() => listenToKeys(parts), []);
  // Wide windows show the outline beside the panel or the preview, so there it is not a separate view.
  useEffect(() => {
    const wide = matchMedia("(min-width: 48.01rem)");
    const draw = () => editor.show(wide.matches && editor.view === "outline" ? "panel" : editor.view);
    draw();
    for (const query of [wide, narrow]) query.addEventListener("change", draw);
    return () => {
      for (const query of [wide, narrow]) query.removeEventListener("change", draw);
    };
  }, []);
  useEffect(() => {
    editor.onLostTranslations = (languages) =>
      editor.announce(say("translations_lost", { languages: languages.map(languageName).join(", ") }), true);
  }, []);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    panel.current?.scrollTo(0, 0);
    // A text that is being edited in the preview must not move.
    if (editor.view !== "preview") scrollTo(0, 0);
  }, [editor.selection, editor.view]);
  useEffect(() => followHead(parts));
  return (
    <>
      <div class={`ed-body ed-view-${editor.view}`}>
        <Outline />
        <div class="ed-panel" ref={panel}>
          <Notes />
          <div
            class="ed-part"
            key={`${editor.selection.kind} ${"id" in editor.selection ? editor.selection.id : ""}`}
          >
            <PanelHead />
            <Panel />
          </div>
          {!editor.isReadOnly && <AiBox proposal={proposal} onPropose={setProposal} />}
        </div>
        <Preview proposal={proposal?.proposal} places={proposal?.places} />
      </div>
      <Toast />
    </>
  );
}

/** Updates the title and the status in the head of the page, which the server drew. */
function followHead({ editor, saving, say }: Parts): void {
  const title = editor.structure.title[editor.structure.default_language] ?? "";
  document.title = `${saving.state === "saved" ? "" : "• "}${title} – ${say("editor")}`;
  const [name, chip] = document.querySelectorAll(".form-head > h1, .form-head > .chip");
  if (name) name.textContent = title;
  if (!chip) return;
  chip.className = `chip ${saving.base.status}`;
  chip.textContent = say(`form_${saving.base.status}`);
}

function Panel() {
  const { editor } = useParts();
  const { selection } = editor;
  switch (selection.kind) {
    case "form":
      return <FormPanel />;
    case "welcome":
      return <WelcomePanel />;
    case "look":
      return <LookPanel />;
    case "settings":
      return <SettingsPanel />;
    case "languages":
      return <LanguagesPanel />;
    case "page":
      return <PagePanel id={selection.id} />;
    case "field":
      return <FieldPanel key={selection.id} id={selection.id} />;
    default:
      return <ListPanel key={selection.id} list={selection.kind} id={selection.id} />;
  }
}

/** Handles Ctrl or Cmd with Z, Y or S: undo, redo, save. */
function listenToKeys({ editor, saving }: Parts): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey) return;
    const key = event.key.toLowerCase();
    if (key === "s") void saving.flush(false);
    else if (key === "y" || (key === "z" && event.shiftKey)) editor.redo();
    else if (key === "z") editor.undo();
    else return;
    event.preventDefault();
  };
  const onLeave = (event: BeforeUnloadEvent) => {
    if (saving.isUnsent()) event.preventDefault();
  };
  addEventListener("keydown", onKey);
  addEventListener("beforeunload", onLeave);
  return () => {
    removeEventListener("keydown", onKey);
    removeEventListener("beforeunload", onLeave);
  };
}
