/** The menu that adds a field to a page. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { FieldType } from "../../../forms/fields/client-kind.ts";
import { clientKind, fieldTypes } from "../../../forms/fields/client-kinds.ts";
import { useParts } from "./context.ts";
import { allFields, insertField } from "./edits.ts";
import { newField } from "./field-types.ts";

const MAX_FIELDS = 500;

const groups = [...new Set(fieldTypes.map((type) => clientKind(type).group))];

export function AddField({ pageId, label }: { pageId: string; label: string }) {
  const { editor, say } = useParts();
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    root.current?.querySelector<HTMLElement>(".ed-types button")?.focus();
    const close = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    addEventListener("pointerdown", close);
    return () => removeEventListener("pointerdown", close);
  }, [isOpen]);

  function add(type: FieldType) {
    setOpen(false);
    const count = allFields(editor.structure).length;
    if (count >= MAX_FIELDS) return editor.announce(say("too_many", { n: MAX_FIELDS }));
    const id = editor.freeAnswerId(`question_${count + 1}`);
    const { default_language } = editor.structure;
    const field = newField(type, id, say("new_label"), default_language, (key, n) => say(key, { n }));
    editor.edit((form) => insertField(form, pageId, field, placeAfterSelected()));
    editor.select({ kind: "field", id });
    // The label of the new question is selected, so that typing replaces it.
    requestAnimationFrame(() => {
      const label = document.querySelector<HTMLTextAreaElement>(".ed-fields textarea");
      label?.focus();
      label?.select();
    });
  }

  /** Behind the selected question, if it is on this page. */
  function placeAfterSelected(): number | undefined {
    const { selection, structure } = editor;
    if (selection.kind !== "field") return undefined;
    const fields = structure.pages.find(({ id }) => id === pageId)?.fields ?? [];
    const at = fields.findIndex(({ id }) => id === selection.id);
    return at < 0 ? undefined : at + 1;
  }

  function onKey(event: KeyboardEvent): void {
    if (event.key === "Escape") {
      setOpen(false);
      opener.current?.focus();
    }
    moveFocus(event, root.current!);
  }

  return (
    <div class="ed-add" ref={root}>
      <button
        type="button"
        ref={opener}
        class="ed-button ed-plain"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        + {say("add_question")}
        <span class="vh">: {label}</span>
      </button>
      {isOpen && (
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
                    onClick={() => add(type)}
                  >
                    <span class="ed-sign" aria-hidden="true">
                      {clientKind(type).sign}
                    </span>
                    {say(type)}
                  </button>
                ))}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** Arrow keys lead from type to type. */
function moveFocus(event: KeyboardEvent, root: HTMLElement): void {
  const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (by === 0) return;
  event.preventDefault();
  const buttons = [...root.querySelectorAll<HTMLElement>(".ed-types button")];
  buttons.at((buttons.indexOf(document.activeElement as HTMLElement) + by) % buttons.length)?.focus();
}
