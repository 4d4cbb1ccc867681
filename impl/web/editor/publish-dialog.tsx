/** Asks before a form is published with texts that are still examples or with equal labels. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Note } from "./boot.ts";
import { Place } from "./check-list.tsx";
import { useParts } from "./context.ts";
import { closeBeside } from "./inputs/close-beside.ts";
import { Button, DialogHead } from "./inputs/controls.tsx";
import { findField } from "./model/edits.ts";
import { plainText } from "./model/mentions.ts";
import { writeLabel } from "./outline/add-field.tsx";

interface PublishProps {
  readonly notes: readonly Note[];
  readonly onPublish: () => void;
  readonly onClose: () => void;
}

const MAX_SHOWN = 8;

export function PublishDialog({ notes, onPublish, onClose }: PublishProps) {
  const { editor, say } = useParts();
  const root = useRef<HTMLDialogElement>(null);
  const n = notes.length;
  const areExamples = notes.every(({ examples }) => examples !== null);
  useLayoutEffect(() => {
    root.current?.showModal();
    closeBeside(root.current!, close);
    root.current?.querySelector<HTMLElement>("li button")?.focus();
  }, []);

  /** Closes without waiting for the event `close`, so that the focus can go on. */
  function close(): void {
    root.current?.close();
    onClose();
  }

  /** Returns what the button beside it does not say: other examples of its question, or what is wrong with it. */
  function hint({ field, examples, text }: Note): string | undefined {
    if (!areExamples) return text;
    const label = field === null ? undefined : findField(editor.structure, field)?.label;
    const isOnButton = label === undefined || examples?.includes(plainText(editor, label)) === true;
    return isOnButton ? undefined : (examples ?? undefined);
  }

  function show(): void {
    close();
    if (editor.selection.kind === "field") writeLabel(editor);
    else requestAnimationFrame(() => document.querySelector<HTMLElement>(".ed-panel-head h2")?.focus());
  }

  const title = say(areExamples ? "examples_title" : "notes_left", { n });
  return (
    <dialog class="ed-dialog ed-keep" ref={root} closedby="any" aria-label={title} onCancel={close}>
      <DialogHead title={title} label={say("cancel")} onClose={close} />
      {areExamples && <p>{say("examples_why", { n })}</p>}
      <ul class="ed-places">
        {notes.slice(0, MAX_SHOWN).map((note) => (
          <li key={note.id}>
            <Place note={note} onShow={show} />
            {hint(note) !== undefined && <span class="ed-hint">{hint(note)}</span>}
          </li>
        ))}
      </ul>
      <div class="ed-row">
        <Button
          kind="main"
          label={say("publish_anyway")}
          name="publish-anyway"
          onPress={() => {
            close();
            onPublish();
          }}
        />
      </div>
    </dialog>
  );
}
