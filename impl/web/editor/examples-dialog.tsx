/** Asks before a form is published with texts that are still examples. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Note } from "./boot.ts";
import { Place } from "./check-list.tsx";
import { useParts } from "./context.ts";
import { Button, DialogHead } from "./inputs/controls.tsx";
import { findField } from "./model/edits.ts";
import { plainText } from "./model/mentions.ts";
import { writeLabel } from "./outline/add-field.tsx";

interface ExamplesProps {
  readonly notes: readonly Note[];
  readonly onPublish: () => void;
  readonly onClose: () => void;
}

const MAX_SHOWN = 8;

export function ExamplesDialog({ notes, onPublish, onClose }: ExamplesProps) {
  const { editor, say } = useParts();
  const root = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    root.current?.showModal();
    root.current?.querySelector<HTMLElement>("li button")?.focus();
  }, []);

  /** Closes without waiting for the event `close`, so that the focus can go on. */
  function close(): void {
    root.current?.close();
    onClose();
  }

  /** Returns whether the button has the example already. */
  function isLabel({ field, examples }: Note): boolean {
    const label = field === null ? undefined : findField(editor.structure, field)?.label;
    return label === undefined || examples?.includes(plainText(editor, label)) === true;
  }

  function show(): void {
    close();
    if (editor.selection.kind === "field") writeLabel(editor);
    else requestAnimationFrame(() => document.querySelector<HTMLElement>(".ed-panel-head h2")?.focus());
  }

  const title = say("examples_title", { n: notes.length });
  return (
    <dialog class="ed-dialog ed-keep" ref={root} closedby="any" aria-label={title} onCancel={close}>
      <DialogHead title={title} label={say("cancel")} onClose={close} />
      <p>{say("examples_why", { n: notes.length })}</p>
      <ul class="ed-examples">
        {notes.slice(0, MAX_SHOWN).map((note) => (
          <li key={note.id}>
            <Place note={note} onShow={show} />
            {!isLabel(note) && <span class="ed-hint">{note.examples}</span>}
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
