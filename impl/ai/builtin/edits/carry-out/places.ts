/** Moves fields to a place. */
import type { FormOperation } from "../../../../../generated/types.ts";
import { newIdFrom } from "../../../../forms/operations/new-id.ts";
import { type CarryOuts, type EditContext, impossible } from "../context.ts";
import type { Place } from "../slots.ts";

export const PLACE_FRAMES = {
  move(parts, context) {
    const ids = context.named(parts).map(({ id }) => id);
    const { operations = [], ...place } = whereOf(parts.place, context, ids);
    context.apply(
      ...operations,
      ...ids.map((id, at): FormOperation => ({ op: "move_field", id, ...behind(ids[at - 1], place) })),
    );
  },
  swap(parts, context) {
    const named = [parts.fields, parts.other].flatMap((fields) => (fields ? context.named({ fields }) : []));
    const [first = "", second = ""] = named.map(({ id }) => id);
    const swapped: Readonly<Record<string, string>> = { [first]: second, [second]: first };
    const moves = context.form.pages.map(({ id: page, fields }) =>
      fields.map(({ id }): FormOperation => ({ op: "move_field", id: swapped[id] ?? id, page })),
    );
    context.apply(...moves.flat());
  },
} satisfies CarryOuts;

/** Where a field goes, and what makes that place. */
export interface Where {
  readonly after?: string;
  readonly before?: string;
  readonly page?: string;
  readonly operations?: readonly FormOperation[];
}

/** Several fields go to a place one behind the other. */
export function behind(before: string | undefined, place: Omit<Where, "operations">) {
  return before !== undefined && place.page === undefined ? { after: before } : place;
}

/** Where a new or moved field goes; those that move are no neighbours. */
export function whereOf(
  place: Place | undefined,
  context: EditContext,
  moved: readonly string[] = [],
): Where {
  if (place === undefined) return {};
  if (place.kind === "end") return { page: context.form.pages.at(-1)?.id ?? "" };
  if (place.kind === "top") {
    const first = context.fields.find(({ id }) => !moved.includes(id));
    return first ? { before: first.id } : {};
  }
  if (!("anchor" in place)) {
    const pages = new Set(context.form.pages.map(({ id }) => id));
    const id = newIdFrom(`page_${pages.size + 1}`, "page", pages);
    return { page: id, operations: [{ op: "add_page", id }] };
  }
  const id = context.one(place.anchor.ids);
  if (moved.includes(id)) throw impossible("edit_beside_itself", { field: id });
  return place.kind === "after" ? { after: id } : { before: id };
}
