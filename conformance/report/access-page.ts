/** The page of the access matrix: the answers of each tool to the owner, to another account, and for an unknown id. */
import type { Report } from "../results/report.ts";
import type { AccessEntry, Caller } from "../results/run-log.ts";
import { escapeMarkup } from "./markup.ts";
import { page } from "./page.ts";

const callers: readonly { readonly caller: Caller; readonly heading: string; readonly note: string }[] = [
  { caller: "owner", heading: "Its owner", note: "with an id of their own" },
  { caller: "other account", heading: "Another account", note: "with the owner's id" },
  { caller: "unknown id", heading: "Unknown id", note: "of no entity" },
];

export function accessPage(report: Report): string {
  const order = report.results.map(({ subject }) => subject.tool);
  const entries = report.behaviour!.access.toSorted((a, b) => order.indexOf(a.tool) - order.indexOf(b.tool));
  const rows = Map.groupBy(entries, ({ tool, argument }) => `${tool} ${argument}`);
  const head = callers.map(({ heading, note }) => `<th scope="col">${heading}<small>${note}</small></th>`);
  const body = [...rows.values()].map(row);
  return page(
    report,
    "access.html",
    [
      "The answers of each tool that takes or lists ids of a private entity.",
      "An account without access must get the same refusal as for an unknown id, and must not change anything.",
    ].join(" "),
    `<div class="scroll" role="region" aria-label="Answers by tool and caller" tabindex="0"><table class="grid">
<thead><tr><th scope="col">Tool<small>argument, or list</small></th>${head.join("")}</tr></thead>
<tbody>
${body.join("\n")}
</tbody></table></div>`,
  );
}

function row(entries: readonly AccessEntry[]): string {
  const { tool, argument } = entries[0]!;
  const cells = callers.map(({ caller }) => {
    const entry = entries.find((candidate) => candidate.caller === caller);
    if (entry === undefined) {
      // Only places in lists contain `*`.
      const text = argument.includes("*") && caller === "unknown id" ? "takes no id" : "not tried";
      return `<td><span class="cell untried">${text}</span></td>`;
    }
    const { verdict, answer } = entry;
    return `<td><span class="cell ${verdict}">${escapeMarkup(answer)}${verdict === "failed" ? " (wrong)" : ""}</span></td>`;
  });
  return `<tr><th scope="row">${escapeMarkup(tool).replaceAll("_", "_<wbr>")}<small>${escapeMarkup(argument)}</small></th>${cells.join("")}</tr>`;
}
