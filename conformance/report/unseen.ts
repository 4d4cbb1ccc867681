/** The part of reports about outputs: what the spec declares, and no call of the run returned. It is no failure. */
import type { Report, UnseenOutput } from "../results/report.ts";
import { escapeMarkup } from "./markup.ts";
import type { Style } from "./terminal-style.ts";

const head = "declared in outputs, and returned by no call of this run:";
const shown = 12;

export function unseenPart({ unseen = [] }: Report, style: Style): string {
  if (unseen.length === 0) return "";
  const lines = unseen.slice(0, shown).map((each) => `  ${style.dim(describe(each))}`);
  const more = unseen.length - lines.length;
  return [
    `${style.dim("·")} ${style.strong(`${unseen.length} ${head}`)}`,
    ...lines,
    ...(more > 0 ? [style.dim(`  and ${more} more, in the report`)] : []),
  ].join("\n");
}

export function unseenSection({ unseen = [] }: Report): string {
  if (unseen.length === 0) return "";
  const lines = unseen.map((each) => `<li>${escapeMarkup(describe(each))}</li>`);
  return `\n<section><h2>${unseen.length} ${head}</h2><ul>${lines.join("\n")}</ul></section>`;
}

function describe({ what, at }: UnseenOutput): string {
  return `${what} (${at})`;
}
