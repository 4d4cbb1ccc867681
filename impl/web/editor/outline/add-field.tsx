/** Adds a field at the end of a page, after the selected field, or beside a field in the preview. A dialog asks for its type. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { FieldType } from "../../../forms/fields/client/client-kind.ts";
import { clientKind, fieldTypes } from "../../../forms/fields/client/client-kinds.ts";
import { type Parts, useParts } from "../context.ts";
import { closeBeside } from "../inputs/close-beside.ts";
import { DialogHead } from "../inputs/controls.tsx";
import { Icon } from "../inputs/icons.tsx";
import type { Editor } from "../model/editor.ts";
import { allFields, findField, insertField, MAX_FIELDS, pageOfField } from "../model/edits.ts";
import { newField, withCountry } from "../model/field-types.ts";
import { withTestsOfPage } from "../model/jumps.ts";
import { plainText } from "../model/mentions.ts";
import { narrow } from "../narrow.ts";

const groups = [...new Set(fieldTypes.map((type) => clientKind(type).group))];

export function AddField({ pageId, label }: { pageId: string; label: string }) {
  const parts = useParts();
  const { editor, say } = parts;
  const [isOpen, setOpen] = useState(false);

  function add(type: FieldType) {
    setOpen(false);
    const id = addField(parts, type, pageId, placeOnPage(editor, pageId));
    if (id === undefined) return;
    editor.select({ kind: "field", id });
    writeLabel(editor);
  }

  return (
    <>
      <button type="button" class="ed-button ed-plain" onClick={() => setOpen(true)}>
        <Icon name="add" />
        {say("add_question")}
        <span class="vh">: {label}</span>
      </button>
      {isOpen && <TypeDialog label={say("add_question")} onSelect={add} onCancel={() => setOpen(false)} />}
    </>
  );
}

/** Moves the focus to the label of the selected question. It is marked, so typing replaces it. */
export function writeLabel(editor: Editor): void {
  if (!narrow.matches) {
    editor.writeInPreview();
    return;
  }
  requestAnimationFrame(() => {
    const label = document.querySelector<HTMLTextAreaElement>(".ed-fields textarea");
    label?.focus();
    label?.select();
  });
}

/** Returns the index after the selected question if it is on this page; else the end of the page. */
export function placeOnPage({ selection, structure }: Editor, pageId: string): number {
  const fields = structure.pages.find(({ id }) => id === pageId)?.fields ?? [];
  const at = selection.kind === "field" ? fields.findIndex(({ id }) => id === selection.id) : -1;
  return at < 0 ? fields.length : at + 1;
}

/** A place before or after a field. */
export interface InsertPlace {
  readonly id: string;
  readonly isBefore: boolean;
}

interface InsertProps {
  readonly place: InsertPlace;
  readonly onAdd: () => void;
  readonly onCancel: () => void;
}

export function InsertField({ place, onAdd, onCancel }: InsertProps) {
  const parts = useParts();
  const { editor } = parts;

  function add(type: FieldType) {
    const page = pageOfField(editor.structure, place.id);
    const at = page?.fields.findIndex(({ id }) => id === place.id) ?? 0;
    const id = page && addField(parts, type, page.id, place.isBefore ? at : at + 1);
    if (id === undefined) return onCancel();
    editor.select({ kind: "field", id }, "preview");
    editor.writeInPreview();
    onAdd();
  }

  return <TypeDialog label={insertLabel(parts, place)} onSelect={add} onCancel={onCancel} />;
}

export function insertLabel({ editor, say }: Parts, { id, isBefore }: InsertPlace): string {
  const name = plainText(editor, findField(editor.structure, id)?.label);
  return say(isBefore ? "insert_before" : "insert_after", { name });
}

/** Adds a field. @returns its id; undefined: the form has the maximum number of fields */
function addField({ editor, say }: Parts, type: FieldType, pageId: string, index?: number) {
  const all = allFields(editor.structure);
  const count = all.length;
  if (count >= MAX_FIELDS) {
    editor.announce(say("too_many", { n: MAX_FIELDS }));
    return undefined;
  }
  const id = editor.freeAnswerId(`question_${count + 1}`);
  const { default_language } = editor.structure;
  const fresh = newField(type, id, say("new_label"), default_language, (key, n) => say(key, { n }));
  const field = withCountry(fresh, all, editor.boot.phoneCountry);
  editor.edit((form) => withTestsOfPage(insertField(form, pageId, field, index), [id]));
  return id;
}

interface TypeDialogProps {
  readonly label: string;
  readonly onSelect: (type: FieldType) => void;
  readonly onCancel: () => void;
}

/** Asks for the type. When the dialog closes, the browser moves the focus back to the button that opened it. */
function TypeDialog({ label, onSelect, onCancel }: TypeDialogProps) {
  const { say } = useParts();
  const root = useRef<HTMLDialogElement>(null);
  /** Closes without waiting for the event `close`, which comes later: the user may have opened the dialog again by then. */
  const cancel = () => {
    root.current?.close();
    onCancel();
  };
  const types = () => [...(root.current?.querySelectorAll<HTMLElement>("[data-type]") ?? [])];
  useLayoutEffect(() => {
    root.current?.showModal();
    closeBeside(root.current!, cancel);
    types()[0]?.focus();
  }, []);

  /** Moves the focus between the types with the arrow keys. */
  function onKey(event: KeyboardEvent): void {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const all = types();
    all.at((all.indexOf(event.currentTarget as HTMLElement) + by) % all.length)?.focus();
  }

  return (
    <dialog class="ed-dialog" ref={root} closedby="any" aria-label={label} onCancel={cancel}>
      <DialogHead title={label} label={say("cancel")} onClose={cancel} />
      <div class="ed-types">
        {groups.map((group) => (
          <div key={group}>
            <p class="ed-group-name">{say(`group_${group}`)}</p>
            {fieldTypes
              .filter((type) => clientKind(type).group === group)
              .map((type) => (
                <button
                  type="button"
                  key={type}
                  data-type={type}
                  onKeyDown={onKey}
                  onClick={() => onSelect(type)}
                >
                  <span class="ed-sign">
                    <Icon name={type} />
                  </span>
                  {say(type)}
                </button>
              ))}
          </div>
        ))}
      </div>
    </dialog>
  );
}
