/** One choice, row or column: its text, and its actions. */
import type { RefObject } from "preact";
import { useRef, useState } from "preact/hooks";
import type { Choice } from "../../../../generated/types.ts";
import { isRetired } from "../../../forms/structure/retirement.ts";
import type { EditorTextKey } from "../../../texts/owner/editor/texts.ts";
import { useParts } from "../context.ts";
import { type Action, ActionMenu, Button } from "../inputs/controls.tsx";
import { LocalText } from "../inputs/inputs.tsx";
import { leave } from "../leave.ts";
import { moveItem, setProperty } from "../model/edits.ts";
import { plainText } from "../model/mentions.ts";
import { KeepDialog } from "./keep-dialog.tsx";

export interface ChoicesProps {
  readonly kind: "choices" | "rows" | "columns";
  readonly items: readonly Choice[];
  /** JSON Pointer of the list. */
  readonly path: string;
  readonly min: number;
  readonly max: number;
  /** Ids of items that responses may contain. They can be retired, not deleted. */
  readonly answered: ReadonlySet<string>;
  readonly onChange: (items: readonly Choice[], join?: string) => void;
}

interface ItemProps extends Pick<ChoicesProps, "items" | "min" | "path" | "answered" | "onChange"> {
  readonly at: number;
  /** The element with all items. */
  readonly list: RefObject<HTMLElement | null>;
  readonly word: EditorTextKey;
}

export function ChoiceItem(props: ItemProps) {
  const { items, at, word, path, onChange } = props;
  const { editor, saving, say } = useParts();
  const [isAsking, setAsking] = useState(false);
  const item = items[at]!;
  const name = plainText(editor, item.label);
  const actions = itemActions(props, say, remove);
  const mayDelete = !props.answered.has(item.id);
  const latest = useRef(props);
  latest.current = props;

  function remove(): void {
    if (!mayDelete) {
      setAsking(true);
      return;
    }
    const row = props.list.current?.querySelector(`[data-item="${item.id}"]`);
    void leave(row, () => {
      const { items: all, onChange: change } = latest.current;
      if (all.length <= props.min) return;
      change(all.filter(({ id }) => id !== item.id));
      editor.announce(say("removed", { name }), true);
    });
  }

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
          {mayDelete && (
            <Button
              kind="icon"
              icon="close"
              label={say("remove_named", { name })}
              isDisabled={items.length <= props.min}
              onPress={remove}
            />
          )}
          <ActionMenu label={say("actions_of", { name })} actions={actions} />
        </>
      )}
      {isAsking && (
        <KeepDialog
          title={say("keep_title", { name })}
          text={say("keep_choice_text", { n: saving.responseCount })}
          keep={say("retire_choice")}
          copy={say("keep_copy")}
          onKeep={() => onChange(items.with(at, setProperty(item, "retired", true)))}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Lists the actions for the menu of an item. One that responses may contain can be retired; a retired one stays. */
function itemActions(
  { items, at, min, answered, onChange }: ItemProps,
  say: (key: EditorTextKey) => string,
  remove: () => void,
): Action[] {
  const item = items[at]!;
  const isKept = isRetired(item);
  const isAnswered = answered.has(item.id);
  const step = (name: "move_up" | "move_down", to: number): Action => ({
    name,
    icon: name,
    label: say(name),
    isDisabled: to < 0 || to === items.length,
    onPress: () => onChange(moveItem(items, at, to)),
  });
  const retire: Action = {
    name: "retire",
    icon: isKept ? "restore" : "retire",
    label: say(isKept ? "restore_choice" : "retire_choice"),
    onPress: () => onChange(items.with(at, setProperty(item, "retired", isKept ? undefined : true))),
  };
  const removal: Action = {
    name: "remove",
    icon: "remove",
    label: say("remove"),
    isDisabled: items.length <= min || (isAnswered && isKept),
    onPress: remove,
  };
  return [
    step("move_up", at - 1),
    step("move_down", at + 1),
    ...(isAnswered || isKept ? [retire] : []),
    removal,
  ];
}
