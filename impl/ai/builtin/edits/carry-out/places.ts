/** Moves fields, and divides the form into pages. */
import type { FormOperation } from "../../../../../generated/types.ts";
import { type EditContext, impossible, type Where } from "../context.ts";
import type { Place } from "../slot-types.ts";
import type { CarryOuts } from "./carry-outs.ts";

export const PLACE_FRAMES = {
  move(parts, context) {
    const ids = context.named(parts).map(({ id }) => id);
    moveTo(ids, whereOf(parts.place, context, ids), context);
  },
  swap(parts, context) {
    const named = [parts.fields, parts.other].flatMap((fields) => (fields ? context.named({ fields }) : []));
    const [first = "", second = ""] = named.map(({ id }) => id);
    const swapped: Readonly<Record<string, string>> = { [first]: second, [second]: first };
    paginate(
      pagesOf(context).map((ids) => ids.map((id) => swapped[id] ?? id)),
      context,
    );
  },
  splitPages({ count = 2 }, context) {
    const ids = pagesOf(context).flat();
    if (ids.length < count) throw impossible("edit_too_few_fields", { fields: ids.length, pages: count });
    const end = (page: number) => Math.floor((ids.length * page) / count);
    paginate(
      Array.from({ length: count }, (_, page) => ids.slice(end(page), end(page + 1))),
      context,
    );
  },
  mergePages: (_, context) => paginate([pagesOf(context).flat()], context),
  pageBreak({ place }, context) {
    const { after, before } = whereOf(place, context);
    const cut = (ids: string[]) => {
      const at = after === undefined ? ids.indexOf(before ?? "") : ids.indexOf(after) + 1;
      return at > 0 && at < ids.length ? [ids.slice(0, at), ids.slice(at)] : [ids];
    };
    paginate(pagesOf(context).flatMap(cut), context);
  },
} satisfies CarryOuts;

function pagesOf({ form }: EditContext): string[][] {
  return form.pages.map(({ fields }) => fields.map(({ id }) => id));
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
  if (!("anchor" in place)) return pageOf(place, context);
  const id = context.one(place.anchor.field?.ids ?? []);
  if (moved.includes(id))
    throw impossible("edit_beside_itself", { field: context.labelOf(context.field(id)) });
  return place.kind === "after" ? { after: id } : { before: id };
}

/** A page that is there, or a new one at the end. */
function pageOf(place: Place, context: EditContext): Where {
  const { pages } = context.form;
  const number = place.kind === "page" ? place.page : pages.length + 1;
  const known = pages[number - 1];
  if (known) return { page: known.id };
  if (number > pages.length + 1) throw impossible("edit_no_such_page", { page: number });
  const id = context.newPageId(number);
  return { page: id, operations: [{ op: "add_page", id }] };
}

export function moveTo(
  ids: readonly string[],
  { operations = [], ...place }: Where,
  context: EditContext,
): void {
  const moves = ids.map((id, index): FormOperation => {
    const before = ids[index - 1];
    const isBeside = before !== undefined && place.page === undefined;
    return { op: "move_field", id, ...(isBeside ? { after: before } : place) };
  });
  context.apply(...operations, ...moves);
  context.focus = ids;
}

/** Puts the fields on pages; the pages that are there keep their ids and titles. */
function paginate(pages: readonly (readonly string[])[], context: EditContext): void {
  const operations = pages.flatMap((ids, index): FormOperation[] => {
    const known = context.form.pages[index]?.id;
    const page = known ?? context.newPageId(index + 1);
    const moves = ids.map((id): FormOperation => ({ op: "move_field", id, page }));
    return known === undefined ? [{ op: "add_page", id: page }, ...moves] : moves;
  });
  context.apply(...operations);
}
