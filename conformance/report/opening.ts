/** The beginning of the HTML report: what to do next, and what is new since an earlier run. */
import { listNextSteps } from "../results/next-steps.ts";
import type { Report } from "../results/report.ts";
import { escapeMarkup } from "./markup.ts";

export function nextStepsList(report: Report): string {
  const steps = listNextSteps(report).map(
    ({ todo, why }) => `<li><b>${escapeMarkup(todo)}</b> <small>${escapeMarkup(why)}</small></li>`,
  );
  if (steps.length === 0) return "";
  return `<section class="next"><h2>To do next</h2><ol>${steps.join("\n")}</ol></section>`;
}

export function sinceList({ since }: Report): string {
  if (since === undefined) return "";
  const groups = [
    ["new", since.failed],
    ["no longer verified", since.undecided],
    ["not tried again, since a limit was reached", since.untried],
    ["gone", since.gone],
  ] as const;
  const lists = groups
    .filter(([, ids]) => ids.length > 0)
    .map(([name, ids]) => {
      const items = ids.map((id) => `<li><code>${escapeMarkup(id)}</code></li>`).join("");
      return `<details open><summary>${ids.length} ${name}</summary><ul>${items}</ul></details>`;
    });
  const day = since.date.slice(0, 16).replace("T", " ");
  const still = `failed then, too: ${since.still.length}`;
  return `\n<section><h2>Since ${escapeMarkup(day)} UTC</h2>${lists.join("")}<p class="why">${still}</p></section>`;
}
