/** Makes the spec that docs/spec-language.md writes in steps, as the page says: each block adds its lines to the file that it names. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import type { SpecSource } from "../../parse/source.ts";
import { filesIn } from "./shown-files.ts";
import { repository } from "./temporary-project.ts";

/** A step of the page. */
export interface SpecStep {
  /** From 1, as in its heading. */
  readonly number: number;
  /** Its text in the page. */
  readonly text: string;
  /** The blocks of YAML that it shows. */
  readonly added: readonly SpecSource[];
  /** The spec after it. */
  readonly spec: readonly SpecSource[];
}

/** The steps of a page: sections whose heading begins with a number, without their subsections. */
export function specSteps(page: string): readonly SpecStep[] {
  const sections = page.split(/\n(?=## )/).filter((section) => /^## \d+\. /.test(section));
  let spec: readonly SpecSource[] = [];
  return sections.map((section, index) => {
    const [text = ""] = section.split("\n### ");
    const added = filesIn(text, "yaml", "# spec/");
    spec = added.reduce(withLines, spec);
    return { number: index + 1, text, added, spec };
  });
}

/** The spec after the last step of docs/spec-language.md. */
export function librarySpec(): readonly SpecSource[] {
  const page = readFileSync(join(repository, "docs/spec-language.md"), "utf8");
  return specSteps(page).at(-1)!.spec;
}

function withLines(spec: readonly SpecSource[], added: SpecSource): readonly SpecSource[] {
  const old = spec.find(({ path }) => path === added.path);
  if (old === undefined) return [...spec, added];
  const text = stringify(merge(parse(old.text), parse(added.text)));
  return spec.map((file) => (file === old ? { path: file.path, text } : file));
}

/** Adds below keys that are there already; values and lists take the place of earlier ones. */
function merge(old: unknown, added: unknown): unknown {
  if (!isMap(old) || !isMap(added)) return added;
  const merged = Object.entries(added).map(([key, value]) => [
    key,
    key in old ? merge(old[key], value) : value,
  ]);
  return { ...old, ...Object.fromEntries(merged) };
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
