/** Keeps a form within the limits of fields and pages, and warns of what is left out. */
import { limits } from "../../generated/limits.ts";
import type { Warning } from "../../generated/types.ts";
import type { Draft, DraftSection } from "./fields/draft.ts";
import type { Item, Section } from "./prompt/outline.ts";
import { clip } from "./texts.ts";

/** The first items, as many as a form can have fields. */
export function firstItems(sections: readonly Section[], warnings: Warning[]): Section[] {
  let left: number = limits.form_fields.max;
  const rest: Item[] = [];
  const taken = sections.map((section) => {
    const items = section.items.slice(0, left);
    rest.push(...section.items.slice(left));
    left -= items.length;
    return { ...section, items };
  });
  warnOfRest(
    rest.map(({ text }) => text),
    warnings,
  );
  return taken;
}

/** Moves sections beyond the limit of pages to the last page, and leaves fields beyond their limit out with a warning. */
export function withinLimits(sections: readonly DraftSection[], warnings: Warning[]): DraftSection[] {
  const pages = sections.slice(0, limits.form_pages.max);
  for (const { drafts } of sections.slice(pages.length)) pages.at(-1)!.drafts.push(...drafts);
  let left: number = limits.form_fields.max;
  const dropped: Draft[] = [];
  for (const page of pages) {
    dropped.push(...page.drafts.splice(left));
    left -= page.drafts.length;
  }
  warnOfRest(
    dropped.map(({ label }) => label),
    warnings,
  );
  return pages.filter(({ drafts }) => drafts.length > 0);
}

function warnOfRest(rest: readonly string[], warnings: Warning[]): void {
  const [first] = rest;
  if (first === undefined) return;
  const left = `${rest.length} were left out, the first of them "${clip(first, 60)}".`;
  const message = `A form has at most ${limits.form_fields.max} fields; ${left}`;
  warnings.push({ code: "too_many_fields", message });
}
