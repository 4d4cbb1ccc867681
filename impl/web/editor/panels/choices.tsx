/** Edits lists of choices, rows and columns. Users add, rename, move and remove items. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Choice } from "../../../../generated/types.ts";
import { isRetired } from "../../../forms/structure/retirement.ts";
import type { EditorTextKey } from "../../../texts/owner/editor/texts.ts";
import { useParts } from "../context.ts";
import { Button } from "../inputs/controls.tsx";
import { draggable } from "../inputs/drag.ts";
import { TextInput } from "../inputs/inputs.tsx";
import { moveItem } from "../model/edits.ts";
import { freeId } from "../model/ids.ts";
import { ChoiceItem, type ChoicesProps } from "./choice-item.tsx";

const WORDS = {
  choices: ["new_choice", "add_choice"],
  rows: ["new_row", "add_row"],
  columns: ["new_column", "add_column"],
} as const satisfies Record<string, readonly EditorTextKey[]>;

export function Choices({ kind, items, path, min, max, answered, onChange }: ChoicesProps) {
  const { editor, say } = useParts();
  const root = useDragging(items, onChange);
  const [newWord, addWord] = WORDS[kind];
  const { default_language: language } = editor.structure;

  function add(labels: readonly string[], before = items, index = before.length): void {
    const added: Choice[] = [];
    for (const label of labels.slice(0, max - before.length)) {
      const used = [...items, ...added].map(({ id }) => id);
      added.push({ id: freeId(`${kind.charAt(0)}${used.length + 1}`, used), label: { [language]: label } });
    }
    onChange(before.toSpliced(index, 0, ...added));
  }

  /** Adds lines in place of the items that nobody has written yet, such as "Choice 1". */
  function addSeveral(labels: readonly string[]): void {
    const example = (n: number) => say(newWord, { n });
    const written = items.filter((item) => answered.has(item.id) || !isExample(item, example));
    add(labels, written.length + labels.length < min ? items : written);
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
    add([say(newWord, { n: items.length + 1 })], items, index + 1);
    focusItem(index + 1, true);
  }

  function onKey(event: KeyboardEvent, index: number): void {
    // Buttons and the menu of the item have keys of their own.
    if (!(event.target instanceof HTMLInputElement)) return;
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
            <ChoiceItem
              items={items}
              at={at}
              list={root}
              min={min}
              answered={answered}
              onChange={onChange}
              word={newWord}
              path={`${path}/${at}`}
            />
          </li>
        ))}
      </ol>
      {!editor.isReadOnly && items.length < max && (
        <>
          <Button
            icon="add"
            kind="plain"
            label={say(addWord)}
            onPress={() => addAfter(items.length - 1)}
            name={`add-${kind}`}
          />
          <Several onAdd={addSeveral} />
        </>
      )}
    </fieldset>
  );
}

function isExample({ label }: Choice, example: (n: number) => string): boolean {
  return Object.values(label).every((text) => text === example(Number(/\d+/.exec(text)?.[0])));
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
