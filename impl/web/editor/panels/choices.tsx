/** Edits lists of choices, rows and columns. Users add, rename, move and remove items. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Choice } from "../../../../generated/types.ts";
import { isRetired } from "../../../forms/structure/is-retired.ts";
import type { EditorTextKey } from "../../../texts/owner/editor/texts.ts";
import { pickText, useParts } from "../context.ts";
import { Button } from "../inputs/controls.tsx";
import { draggable } from "../inputs/drag.ts";
import { LocalText, TextInput } from "../inputs/inputs.tsx";
import { moveItem, setProperty } from "../model/edits.ts";
import { freeId } from "../model/ids.ts";

interface ChoicesProps {
  readonly kind: "choices" | "rows" | "columns";
  readonly items: readonly Choice[];
  /** JSON Pointer of the list. */
  readonly path: string;
  readonly min: number;
  readonly max: number;
  readonly onChange: (items: readonly Choice[], join?: string) => void;
}

const WORDS = {
  choices: ["new_choice", "add_choice"],
  rows: ["new_row", "add_row"],
  columns: ["new_column", "add_column"],
} as const satisfies Record<string, readonly EditorTextKey[]>;

export function Choices({ kind, items, path, min, max, onChange }: ChoicesProps) {
  const { editor, say } = useParts();
  const root = useDragging(items, onChange);
  const [newWord, addWord] = WORDS[kind];
  const { default_language: language } = editor.structure;

  function add(labels: readonly string[], index = items.length): void {
    const added: Choice[] = [];
    for (const label of labels.slice(0, max - items.length)) {
      const used = [...items, ...added].map(({ id }) => id);
      added.push({ id: freeId(`${kind.charAt(0)}${used.length + 1}`, used), label: { [language]: label } });
    }
    onChange(items.toSpliced(index, 0, ...added));
  }

  function focusItem(index: number, isNew: boolean): void {
    requestAnimationFrame(() => {
      const input = root.current?.querySelectorAll<HTMLInputElement>("li input")[index];
      input?.focus();
      if (isNew) input?.select();
    });
  }

  function addAfter(index: number): void {
    if (items.length >= max || editor.isReadOnly) return;
    add([say(newWord, { n: items.length + 1 })], index + 1);
    focusItem(index + 1, true);
  }

  function onKey(event: KeyboardEvent, index: number): void {
    if (event.key === "Enter") {
      event.preventDefault();
      addAfter(index);
    }
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (by === 0) return;
    event.preventDefault();
    if (event.altKey) onChange(moveItem(items, index, index + by));
    focusItem(index + by, false);
  }

  return (
    <fieldset class="ed-choices" ref={root}>
      <legend class="ed-label">{say(kind)}</legend>
      <ol data-list={kind} data-group={kind}>
        {items.map((item, at) => (
          <li
            key={item.id}
            class={isRetired(item) ? "ed-retired" : undefined}
            data-item={item.id}
            onKeyDown={(event) => onKey(event, at)}
          >
            <Item {...{ items, at, min, onChange }} word={newWord} path={`${path}/${at}`} />
          </li>
        ))}
      </ol>
      {!editor.isReadOnly && items.length < max && (
        <>
          <Button
            kind="plain"
            label={say(addWord)}
            onPress={() => addAfter(items.length - 1)}
            name={`add-${kind}`}
          />
          <Several onAdd={(lines) => add(lines)} />
        </>
      )}
    </fieldset>
  );
}

interface ItemProps extends Pick<ChoicesProps, "items" | "min" | "path" | "onChange"> {
  readonly at: number;
  readonly word: EditorTextKey;
}

function Item({ items, at, min, word, path, onChange }: ItemProps) {
  const { editor, saving, say } = useParts();
  const item = items[at]!;
  const name = pickText(item.label, editor.language, editor.structure.default_language);
  const button = (sign: string, key: EditorTextKey, isDisabled: boolean, next: () => readonly Choice[]) => (
    <Button
      kind="icon"
      sign={sign}
      label={`${say(key)}: ${name}`}
      isDisabled={isDisabled}
      onPress={() => onChange(next())}
    />
  );
  return (
    <>
      {!editor.isReadOnly && <span class="ed-handle" data-drag="" aria-hidden="true" title={say("drag")} />}
      <LocalText
        label={say(word, { n: at + 1 })}
        isLabelHidden
        text={item.label}
        path={path}
        onChange={(label = {}) => onChange(items.with(at, { ...item, label }), path)}
      />
      {!editor.isReadOnly && (
        <>
          {button("↑", "move_up", at === 0, () => moveItem(items, at, at - 1))}
          {button("↓", "move_down", at === items.length - 1, () => moveItem(items, at, at + 1))}
          {(saving.responseCount > 0 || isRetired(item)) &&
            button(
              isRetired(item) ? "+" : "–",
              isRetired(item) ? "restore_choice" : "retire_choice",
              false,
              () => items.with(at, setProperty(item, "retired", isRetired(item) ? undefined : true)),
            )}
          {button("×", "remove", items.length <= min, () => items.toSpliced(at, 1))}
        </>
      )}
    </>
  );
}

/** Makes the items below the element with the returned reference draggable. */
function useDragging(items: ChoicesProps["items"], onChange: ChoicesProps["onChange"]) {
  const root = useRef<HTMLFieldSetElement>(null);
  const latest = useRef({ items, onChange });
  latest.current = { items, onChange };
  useEffect(
    () =>
      draggable(root.current!, ({ id, index }) => {
        const { items: all, onChange: change } = latest.current;
        const from = all.findIndex((item) => item.id === id);
        change(moveItem(all, from, index));
      }),
    [],
  );
  return root;
}

function Several({ onAdd }: { onAdd: (lines: readonly string[]) => void }) {
  const { say } = useParts();
  const [text, setText] = useState("");
  return (
    <details class="ed-several">
      <summary>{say("paste_many")}</summary>
      <TextInput
        label={say("paste_many")}
        isLabelHidden
        hint={say("paste_hint")}
        isMultiline
        value={text}
        onText={setText}
      />
      <Button
        label={say("add_these")}
        isDisabled={text.trim() === ""}
        onPress={() => {
          onAdd(
            text
              .split("\n")
              .map((line) => line.trim().slice(0, 2_000))
              .filter((line) => line !== ""),
          );
          setText("");
        }}
      />
    </details>
  );
}
