/** The frame of the additional pages of the report. */
import type { Report } from "../results/report.ts";
import { htmlStyle } from "./html-style.ts";
import { escapeMarkup } from "./markup.ts";

/** The pages of a report: file -> link text. */
export const pages = { "access.html": "Access matrix", "states.html": "States" } as const;
export type PageFile = keyof typeof pages;

/** Lists the files of pages that are not empty. */
export function pagesWith({ behaviour }: Report): PageFile[] {
  return [
    ...((behaviour?.access.length ?? 0) > 0 ? (["access.html"] as const) : []),
    ...((behaviour?.machines.length ?? 0) > 0 ? (["states.html"] as const) : []),
  ];
}

/** Creates the links to the other pages. */
function navigation(report: Report, here: PageFile | "report.html"): string {
  const files = ["report.html", ...pagesWith(report)] as const;
  if (files.length === 1) return "";
  const links = files.map((file) => {
    const text = file === "report.html" ? "Results" : pages[file];
    return `<a href="${file}"${file === here ? ' aria-current="page"' : ""}>${text}</a>`;
  });
  return `\n<nav aria-label="Pages of the report">${links.join("")}</nav>`;
}

/** Creates the beginning of a page, up to the links of its header. */
export function head(report: Report, here: PageFile | "report.html", title: string, style: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeMarkup(`${title}: conformance of ${report.target}`)}</title>
<style>${htmlStyle}${style}</style>
<header>${navigation(report, here)}`;
}

export function page(report: Report, here: PageFile, introduction: string, main: string): string {
  const title = pages[here];
  return `${head(report, here, title, pageStyle)}
<p class="kicker">Conformance of ${escapeMarkup(report.target)} to ${escapeMarkup(report.server.name)} ${escapeMarkup(report.server.version)}</p>
<h1>${title}</h1>
<p class="lead">${introduction}</p>
</header>
<main>
${main}
</main>
</html>
`;
}

const pageStyle = `
.lead{max-width:64ch;margin:0;color:var(--soft)}
.grid{border-collapse:collapse;width:100%;font-size:14px}
.grid th,.grid td{padding:8px 14px 8px 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
.grid thead th{color:var(--soft);font-weight:500;font-size:13px;white-space:nowrap}
.grid tbody th{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-weight:500}
.grid td small,.grid th small{display:block;color:var(--soft);white-space:normal}
.cell{display:inline-flex;align-items:baseline;gap:7px}
.cell::before{content:"";flex:none;width:9px;height:9px;border-radius:50%;background:var(--inapplicable)}
.cell.held::before{background:var(--held)}
.cell.failed{color:var(--failed);font-weight:600}.cell.failed::before{background:var(--failed)}
.cell.unverified::before{background:var(--unverified)}
.cell.untried,.cell.unverified{color:var(--soft)}
.machine{display:grid;grid-template-columns:minmax(0,auto) minmax(0,1fr);gap:16px 48px;align-items:start}
@media(max-width:760px){.machine{grid-template-columns:minmax(0,1fr)}}
.picture{margin:0;overflow-x:auto}
.picture svg{display:block;height:auto}
.state rect{fill:var(--card);stroke:var(--soft);stroke-width:1.25}
.state.initial rect{stroke-width:2.5;stroke:var(--ink)}
.picture text{fill:var(--ink);font:13px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
.arrow path{fill:none;stroke-width:1.75}
.arrow polygon{stroke:none}
.arrow text{font-size:12px;paint-order:stroke;stroke:var(--bg);stroke-width:5px;stroke-linejoin:round}
.arrow.held path{stroke:var(--held)}.arrow.held polygon{fill:var(--held)}
.arrow.failed path{stroke:var(--failed);stroke-width:2.5}.arrow.failed polygon{fill:var(--failed)}.arrow.failed text{fill:var(--failed);font-weight:600}
.arrow.untried path{stroke:var(--soft);stroke-dasharray:5 4}.arrow.untried polygon{fill:var(--soft)}.arrow.untried text{fill:var(--soft)}
`;
