/** Writes a page that shows each prompt beside its form, with the outcome of each demand. */
import type { FormStructure } from "../../generated/types.ts";
import type { Result } from "./answers.ts";
import type { Judged } from "./evaluate.ts";
import { readLabel } from "./labels.ts";

export function page(title: string, judged: readonly Judged[]): string {
  const worst = judged.toSorted((a, b) => silent(b) - silent(a));
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark; --line: light-dark(#d4d4d8, #3f3f46); --soft: light-dark(#f6f6f7, #1f1f23); --bad: light-dark(#b42318, #ff8a7a); --good: light-dark(#17653a, #6fd49b); --mid: light-dark(#8a5a00, #f0c05a); }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
article { display: grid; grid-template-columns: repeat(auto-fit, minmax(18rem, 1fr)); gap: 1rem 2rem; border-top: 1px solid var(--line); padding: 1rem 0; }
h1 { font-size: 1.4rem; } h2 { font-size: .85rem; font-weight: 600; margin: 0 0 .4rem; opacity: .75; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; font: inherit; background: var(--soft); padding: .6rem .8rem; border-radius: 6px; }
ul { margin: 0; padding-left: 1.1rem; } li { overflow-wrap: anywhere; }
.built { color: var(--good); } .warned, .refused { color: var(--mid); } .wrong { color: var(--bad); font-weight: 600; }
</style>
<h1>${escapeHtml(title)}</h1>
${worst.map(article).join("\n")}
</html>
`;
}

function silent({ findings }: Judged): number {
  return findings.filter(({ outcome }) => outcome === "wrong in silence").length;
}

function article({ case: each, result, findings }: Judged): string {
  const list = findings.map(
    ({ what, outcome }) =>
      `<li class="${outcome.split(" ")[0]}">${escapeHtml(outcome)}: ${escapeHtml(what)}</li>`,
  );
  return `<article>
<section><h2>${each.task} / ${each.language} / ${escapeHtml(each.kind)}</h2><pre lang="${each.language}">${escapeHtml(each.text)}</pre></section>
<section><h2>Result</h2><ul>${lines(result)
    .map((line) => `<li>${escapeHtml(line)}</li>`)
    .join("")}</ul></section>
<section><h2>Judgement</h2><ul>${list.join("")}</ul></section>
</article>`;
}

/** A result as lines that people can read at a glance. */
function lines(result: Result): string[] {
  if ("refusal" in result) return [`refused: ${result.refusal}`];
  const { structure, warnings } = result;
  return [
    `# ${readLabel({ label: structure.title }, structure)} (${structure.languages.join(", ")})`,
    ...structure.pages.flatMap((each, index) => [
      ...(structure.pages.length > 1 ? [`page ${index + 1}`] : []),
      ...each.fields.map((field) => fieldLine(field, structure)),
    ]),
    ...(structure.calculations ?? []).map(({ id, formula }) => `${id} = ${formula}`),
    ...(structure.settings ? [`settings ${JSON.stringify(structure.settings)}`] : []),
    ...warnings.map(({ code, message }) => `warning ${code}: ${message}`),
  ];
}

function fieldLine(field: FormStructure["pages"][number]["fields"][number], form: FormStructure): string {
  const { id, type, label, ...rest } = field;
  const details = Object.entries(rest).map(([name, value]) => `${name}: ${detail(value, form)}`);
  return `${type} "${readLabel({ label }, form)}"${details.length > 0 ? `, ${details.join(", ")}` : ""}`;
}

function detail(value: unknown, form: FormStructure): string {
  if (!Array.isArray(value)) return JSON.stringify(value);
  return value
    .map((one) =>
      typeof one === "object" && one && "label" in one
        ? readLabel(one as { label: object }, form)
        : JSON.stringify(one),
    )
    .join(" | ");
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
