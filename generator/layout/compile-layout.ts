/** Compiles `output_as`: the lines of the spec, with the type of each value that they show. */
import { type Resolver, rootNode } from "@toolwright/json-schema";
import { describedNames, describing, type Node, schemasAt } from "@toolwright/json-schema/graph";
import {
  isLayoutList,
  type Layout,
  type LayoutElement,
  type LayoutForm,
  type LayoutList,
  type LayoutPlace,
  listPlaces,
  type OutputAs,
} from "@toolwright/runtime/layout";
import type { Path } from "../diagnostics/diagnostic.ts";
import { didYouMean } from "../diagnostics/suggest.ts";
import type { LayoutListShape, LayoutShape } from "../model/layout.ts";
import { withoutUndefined } from "../model/members.ts";
import type { Tool } from "../model/operation.ts";
import { readForm, toSteps, type WrittenForm, type WrittenPlace } from "./notation.ts";
import { type PlaceType, readPlaceType } from "./place-type.ts";

export interface CompiledLayout {
  readonly layout: Layout;
  readonly mistakes: readonly LayoutMistake[];
}

export interface LayoutMistake {
  /** `name`: a place names no value. `form`: a line cannot be read back. `missing`: a required value is not shown. */
  readonly kind: "name" | "form" | "missing";
  /** The path below the layout. */
  readonly path: Path;
  readonly detail: string;
  readonly hint?: string;
}

/** Returns how results show the output of a tool: `text` as JSON in a text, a layout in words; undefined for structured results. */
export function compileOutputAs(tool: Tool, resolve: Resolver): OutputAs | undefined {
  return tool.outputAs === "text" ? "text" : compileLayout(tool, resolve)?.layout;
}

/** Returns the layout of a tool's texts. Undefined if its results are structured, or JSON in a text. */
export function compileLayout({ output, outputAs }: Tool, resolve: Resolver): CompiledLayout | undefined {
  if (output === undefined || outputAs === undefined || outputAs === "text") return undefined;
  const compiler = new LayoutCompiler((steps) => schemasAt(rootNode(output), steps, resolve));
  const layout = compiler.compile(outputAs.lines, [], []);
  return { layout, mistakes: compiler.mistakes };
}

/** Steps from the output to the schemas of a value. `*` is any item of a list. */
type NodesAt = (steps: readonly string[]) => readonly Node[];

class LayoutCompiler {
  readonly mistakes: LayoutMistake[] = [];
  readonly #nodesAt: NodesAt;

  constructor(nodesAt: NodesAt) {
    this.#nodesAt = nodesAt;
  }

  /** Compiles lines. @param base the steps to the value that they show @param shown lines elsewhere that show its members */
  compile(
    shapes: readonly LayoutShape[],
    base: readonly string[],
    path: Path,
    shown: readonly LayoutForm[] = [],
  ): Layout {
    const layout = shapes.map((shape, index) => this.#compileElement(shape, base, [...path, index]));
    this.#findMissing([...layout, { forms: shown }], base, path);
    return layout;
  }

  #compileElement(shape: LayoutShape, base: readonly string[], path: Path): LayoutElement {
    if (typeof shape === "string") return { forms: [this.#compileForm(shape, base, path)] };
    if ("each" in shape) return this.#compileList(shape, base, path);
    return { forms: shape.map((form, index) => this.#compileForm(form, base, [...path, index])) };
  }

  #compileList(shape: LayoutListShape, base: readonly string[], path: Path): LayoutList {
    const { each, heading, group, lines, none } = shape;
    const steps = toSteps(each);
    const list = { each: steps, ...withoutUndefined({ heading, none }) };
    const nodes = this.#findNodes(steps, base, [...path, "each"]);
    if (nodes === undefined) return { ...list, lines: [] };
    if (!nodes.flatMap(describing).some(({ types }) => types?.includes("array"))) {
      this.#add("name", [...path, "each"], `${JSON.stringify(each)} is not a list.`);
      return { ...list, lines: [] };
    }
    if (typeof lines[0] === "object" && "each" in lines[0]) {
      const detail = "The first element of an item is a list, so nothing shows where an item begins.";
      this.#add("form", [...path, "lines", 0], detail, "Begin with a line.");
    }
    const item = [...base, ...steps, "*"];
    const compiledGroup = group === undefined ? [] : [this.#compileForm(group, item, [...path, "group"])];
    const compiledLines = this.compile(lines, item, [...path, "lines"], compiledGroup);
    return { ...list, ...withoutUndefined({ group: compiledGroup[0] }), lines: compiledLines };
  }

  #compileForm(line: string, base: readonly string[], path: Path): LayoutForm {
    const { form, mistake } = readForm(line);
    if (mistake) this.mistakes.push({ kind: "form", path, ...mistake });
    return this.#compileParts(form, base, path);
  }

  #compileParts(form: WrittenForm, base: readonly string[], path: Path): LayoutForm {
    return form.map((part) => {
      if (typeof part === "string") return part;
      if ("optional" in part) return { optional: this.#compileParts(part.optional, base, path) };
      return this.#compilePlace(part, base, path);
    });
  }

  #compilePlace(written: WrittenPlace, base: readonly string[], path: Path): LayoutPlace {
    const { path: names, isBlock, words, text } = written;
    const nodes = names && this.#findNodes(names, base, path);
    if (names === undefined || nodes === undefined) return { type: "string" };
    const found = readPlaceType(nodes, (step) => this.#nodesAt([...base, ...names, step]));
    if (found === undefined) {
      const hint = "Name its members, as in `{owner/name}`, or give a list lines of its own with `each`.";
      this.#add("name", path, `\`{${text}}\` is not one text, number or boolean, nor a list of them.`, hint);
      return { type: "string" };
    }
    this.#findMisuse(written, found, path);
    const known = words ?? found.words;
    return {
      path: names,
      type: found.type,
      ...(known && { words: known }),
      ...(found.isList && { isList: true }),
      ...(found.isNullable && { isNullable: true }),
      ...(isBlock && { isBlock: true }),
    };
  }

  #findMisuse({ isBlock, words, text }: WrittenPlace, { type, isList }: PlaceType, path: Path): void {
    if (isBlock && (type !== "string" || isList)) {
      this.#add(
        "form",
        path,
        `\`{${text}}\` takes several lines, and its value is not a text.`,
        "Leave out the dots.",
      );
    }
    if (words && type !== "boolean") {
      this.#add(
        "form",
        path,
        `\`{${text}}\` has words for true and false, and its value is not a boolean.`,
        `Write \`{${text.replace(/:.*$/, "")}}\`.`,
      );
    }
    const differing = new Set(words?.map((word) => word.trim()));
    if (words && (words.length !== 2 || differing.size !== 2)) {
      const detail = `\`{${text}}\` does not have one word for true and another for false.`;
      this.#add("form", path, detail, "Write two words with a bar between them, as in `{done:yes|no}`.");
    }
  }

  /** Returns the schemas of a value, or undefined if there are none, which is a mistake. */
  #findNodes(names: readonly string[], base: readonly string[], path: Path): readonly Node[] | undefined {
    for (const [index, name] of names.entries()) {
      const parent = [...base, ...names.slice(0, index)];
      if (this.#nodesAt([...parent, name]).length > 0) continue;
      const known = describedNames(this.#nodesAt(parent));
      this.#add("name", path, `There is no member ${JSON.stringify(name)}.`, didYouMean(name, known));
      return undefined;
    }
    return this.#nodesAt([...base, ...names]);
  }

  /** Reports the required members that no line shows: no text could be read as a whole output. */
  #findMissing(elements: Layout, base: readonly string[], path: Path): void {
    const names = elements.flatMap((element) =>
      isLayoutList(element)
        ? [element.each]
        : element.forms.flatMap(listPlaces).flatMap(({ path: names }) => (names ? [names] : [])),
    );
    const shown = new Set(names.map(([first]) => first));
    const required = new Set(this.#nodesAt(base).flatMap(alwaysRequired));
    for (const name of required) {
      if (shown.has(name) || this.mistakes.some(({ kind }) => kind === "name")) continue;
      const detail = `${JSON.stringify(name)} is required, and no line shows it.`;
      this.#add("missing", path, detail, "Add a line that shows it, or make it optional in the output.");
    }
  }

  #add(kind: LayoutMistake["kind"], path: Path, detail: string, hint?: string): void {
    this.mistakes.push({ kind, path, detail, ...(hint !== undefined && { hint }) });
  }
}

/** The members that a schema requires whichever of its branches applies. */
function alwaysRequired({ required, allOf }: Node): readonly string[] {
  return [...required, ...allOf.flatMap(alwaysRequired)];
}
