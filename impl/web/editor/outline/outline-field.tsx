/** One question in the outline. */
import type { FormField } from "../../../../generated/types.ts";
import { isRetired } from "../../../forms/structure/retirement.ts";
import { useParts } from "../context.ts";
import { Icon } from "../inputs/icons.tsx";
import { MentionText } from "../mention-text.tsx";
import { findField, findFieldPath } from "../model/edits.ts";

export function FieldItem({ field, label }: { field: FormField; label: string }) {
  const { editor, saving, say } = useParts();
  const { selection, structure } = editor;
  const isSelected = selection.kind === "field" && selection.id === field.id;
  const path = findFieldPath(structure, field.id)!;
  const isWrong =
    saving.problems.some((problem) => problem.path === path || problem.path.startsWith(`${path}/`)) ||
    saving.breaking.some(
      (change) => change.field === field.id && findField(structure, field.id) !== undefined,
    );
  return (
    <li
      class={`ed-item${isWrong ? " ed-wrong" : ""}${isRetired(field) ? " ed-retired" : ""}`}
      data-item={field.id}
    >
      <button
        type="button"
        class="ed-item-name"
        aria-current={isSelected ? "true" : undefined}
        tabIndex={isSelected ? 0 : -1}
        onClick={() => editor.select({ kind: "field", id: field.id })}
      >
        <span class="ed-sign">
          <Icon name={field.type} />
        </span>
        <span class="ed-item-text">
          <MentionText text={label} />
        </span>
        <span class="vh">, {say(field.type)}</span>
        {isRetired(field) && <span class="vh">, {say("is_retired")}</span>}
        {"required" in field && field.required && (
          <span class="ed-mark" title={say("is_required")}>
            <Icon name="required" />
            <span class="vh">{say("is_required")}</span>
          </span>
        )}
        {field.visible_if && (
          <span class="ed-mark" title={say("is_conditional")}>
            <Icon name="conditional" />
            <span class="vh">{say("is_conditional")}</span>
          </span>
        )}
        {editor.listNotes(field.id).length > 0 && (
          <span class="ed-mark ed-to-check" title={say("to_check")}>
            <Icon name="to_check" />
            <span class="vh">{say("to_check")}</span>
          </span>
        )}
        {isWrong && (
          <span class="ed-mark ed-alert" title={say("has_problem")}>
            <Icon name="has_problem" />
            <span class="vh">{say("has_problem")}</span>
          </span>
        )}
      </button>
      {!editor.isReadOnly && <span class="ed-handle" data-drag="" aria-hidden="true" title={say("drag")} />}
    </li>
  );
}
