/** The links of Markdown pages in a package. */
import { posix } from "node:path";

/** Targets of the links in a Markdown page, without those in code. */
export function linksOf(markdown: string): string[] {
  const prose = markdown.replace(/^```[\s\S]*?^```$/gm, "").replace(/`[^`\n]*`/g, "`");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
}

/** No package.json names a repository and npm has no page of the packages yet, so no link leads to this project. */
export function leadsSomewhere(
  link: string,
  page: string,
  files: readonly string[],
  pages: ReadonlyMap<string, string>,
): boolean {
  if (/^[a-z]+:/.test(link)) return /^https:/.test(link) && !/toolwright/.test(link);
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page : posix.join(posix.dirname(page), path);
  if (!files.includes(target)) return false;
  return anchor === undefined || anchorsOf(pages.get(target) ?? "").includes(anchor);
}

/** `## Target files` -> `target-files`. */
function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
