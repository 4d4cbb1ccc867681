/** The lower part of the outline: endings, calculations and hidden fields. */
import type { LocalizedText } from "../../../../generated/types.ts";
import { pickText, useParts } from "../context.ts";
import { Button } from "../inputs/controls.tsx";
import { MentionText } from "../mention-text.tsx";
import { getList, type ListName, setList } from "../model/edits.ts";
import type { Part } from "../model/field-types.ts";
import { freeId } from "../model/ids.ts";

const LISTS = [
  ["endings", "add_ending", 20],
  ["calculations", "add_calculation", 50],
  ["hidden_fields", "add_hidden_field", 50],
] as const;

export function OutlineLists() {
  const { editor, say } = useParts();
  const { structure, selection } = editor;

  function add(list: ListName): void {
    const item = newItem(list);
    editor.edit((form) => {
      const items = getList(form, list);
      // An ending without a condition always applies, so it stays the last one.
      const isLast = list === "endings" && items.length > 0 && items.at(-1)!.when === undefined;
      return setList(form, list, isLast ? items.toSpliced(-1, 0, withCondition(item)) : [...items, item]);
    });
    editor.select({ kind: list, id: item.id });
  }

  function newItem(list: ListName): Part {
    const text = (words: string) => ({ [structure.default_language]: words });
    if (list === "endings") {
      const id = freeId(
        `ending_${getList(structure, list).length + 1}`,
        getList(structure, list).map((one) => one.id),
      );
      return { id, title: text(say("new_ending")) };
    }
    if (list === "calculations")
      return { id: editor.freeAnswerId(`result_${getList(structure, list).length + 1}`), formula: "0" };
    return { id: editor.freeAnswerId("source") };
  }

  /** Adds an initial condition, on the first question that has an answer. */
  function withCondition(item: Part): Part {
    const fields = structure.pages.flatMap((page) => page.fields);
    const field = fields.find(({ type }) => type !== "section" && type !== "statement");
    return field ? { ...item, when: { field: field.id, op: "answered" } } : item;
  }

  const isSelected = (list: ListName, id: string) => selection.kind === list && selection.id === id;
  return (
    <>
      {LISTS.map(([list, add_label, max]) => (
        <section class="ed-page" key={list}>
          <h2 class="ed-list-name">{say(list)}</h2>
          <ol class="ed-items">
            {getList(structure, list).map((item, at) => (
              <li class="ed-item" key={item.id}>
                <button
                  type="button"
                  class="ed-item-name"
                  aria-current={isSelected(list, item.id) ? "true" : undefined}
                  tabIndex={isSelected(list, item.id) ? 0 : -1}
                  onClick={() => editor.select({ kind: list, id: item.id })}
                >
                  <span class="ed-item-text">
                    <MentionText text={itemName(list, item, at)} />
                  </span>
                </button>
              </li>
            ))}
          </ol>
          {!editor.isReadOnly && getList(structure, list).length < max && (
            <Button
              icon="add"
              kind="plain"
              label={say(add_label)}
              onPress={() => add(list)}
              name={`add-${list}`}
            />
          )}
        </section>
      ))}
    </>
  );

  function itemName(list: ListName, item: Part, at: number): string {
    const text = (list === "endings" ? item.title : item.label) as LocalizedText | undefined;
    const words = pickText(text, editor.language, structure.default_language);
    if (words !== "") return words;
    return list === "endings" ? say("ending", { n: at + 1 }) : item.id;
  }
}
