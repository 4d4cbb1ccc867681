import { memoizeEach } from "../memoize.ts";
import type { Model } from "../model.ts";
import { backtrackingOf } from "../patterns/backtracking.ts";
import { linearSource } from "../patterns/linear.ts";
import { type ModulePlan, planModules } from "../schema/plan.ts";
import { codeOf, localName } from "../schema/validators.ts";
import { literal } from "../typescript/literal.ts";
import { type GeneratedFile, header } from "./file.ts";

/** A loop stops once it has found so many problems, so that hostile input costs no memory. */
const maxErrorsPerLoop = 50;

/**
 * Emits validators/<method>.ts, and validators/types/<Type>.ts for the types that these share: Ajv standalone code, so that
 * nothing is compiled at run time.
 */
export function emitValidators(model: Model): GeneratedFile[] {
  const plans = [...planModules(model).values()];
  const texts = modulesOf(plans);
  return plans.map(({ path }, index) => ({ path, text: texts[index]! }));
}

/** Each module is made of its plan alone. */
const modulesOf = memoizeEach((plan: ModulePlan) => JSON.stringify(plan), moduleOf);

function moduleOf(plan: ModulePlan): string {
  const parts = new Set(plan.fillings.length > 0 ? ["withDefaults"] : []);
  const rewritten = outsideTexts(codeOf(plan), (bare, textOf) =>
    bounded(withLinearPatterns(withoutIdle(withoutRequire(bare, parts, textOf)), parts, textOf)),
  );
  const body = withoutUnused(rewritten).replace(/^"use strict";\n/, "");
  const isTool = plan.path.split("/").length === 2;
  const names = [...(isTool ? ["type Validate"] : []), ...[...parts].sort()];
  const lines = [
    `// ${header}`,
    "// @ts-nocheck: code that Ajv wrote.",
    ...(names.length > 0 ? [`import { ${names.join(", ")} } from "@toolwright/runtime";`] : []),
    ...importsOf(plan),
    "",
    (isTool ? typed(body, plan) : hoisted(body)).trim(),
    "",
  ];
  return lines.join("\n");
}

function importsOf({ path, imports }: ModulePlan): string[] {
  const folder = path.slice(0, path.lastIndexOf("/"));
  return Object.values(imports)
    .map(
      (from) =>
        `import { ${from.name} as ${localName(from)} } from "./${from.path.slice(folder.length + 1)}";`,
    )
    .sort();
}

/** What `tools.ts` imports has a type, since the rest of the module has none. */
function typed(code: string, { fillings }: ModulePlan): string {
  return code.replace(/^export const (input|output) = (\w+);/gm, (_, name: string, validator: string) => {
    const fills = name === "input" && fillings.length > 0;
    const value = fills ? `withDefaults(${validator}, ${literal(fillings)})` : validator;
    return `export const ${name}: Validate = ${value};`;
  });
}

/** Functions are exported as declarations: modules that import each other find them before they have run. */
function hoisted(code: string): string {
  return code.replace(/^export const ([\w$]+) = (\w+);$/gm, "export { $2 as $1 };");
}

/** Changes code without looking into its string literals, which hold texts of the spec. */
function outsideTexts(
  code: string,
  change: (bare: string, textOf: (mark: string) => string) => string,
): string {
  const texts: string[] = [];
  const bare = code.replace(/"(?:[^"\\]|\\.)*"/g, (text) => `"${texts.push(text) - 1}"`);
  const textOf = (mark: string) => texts[Number(mark)]!;
  return change(bare, textOf).replace(/"(\d+)"(:?)/g, (_, mark: string, colon: string) => {
    const text = textOf(mark);
    // As a plain key of a literal, this one would set the prototype.
    return colon === ":" && text === '"__proto__"' ? `[${text}]:` : text + colon;
  });
}

/** Ajv asks for its parts with `require`, which ES modules do not have; the runtime exports them. */
function withoutRequire(code: string, imports: Set<string>, textOf: (mark: string) => string): string {
  return code.replace(/require\("([^"]+)"\)\.(\w+)/g, (_, mark: string, member: string) => {
    const module = String(JSON.parse(textOf(mark)));
    const name =
      module === "ajv-formats/dist/formats"
        ? "formats"
        : member === "default"
          ? module.slice(module.lastIndexOf("/") + 1)
          : member;
    imports.add(name);
    return name;
  });
}

/**
 * Ajv notes the number of errors before and after each keyword, for the few that ask for it. What nobody asks for goes, and
 * so does what only that has asked for; names stand for one thing in each function.
 */
function withoutIdle(code: string): string {
  return code
    .split(/^(?=function validate\d+\()/m)
    .map((text) =>
      withoutNotes(
        withoutNotes(text, /^(?:var|const) (valid\d+) = _errs\d+ === errors;\n/gm),
        /^const (_errs\d+) = errors;\n/gm,
      ),
    )
    .join("")
    .replace(/^else \{\n\}\n/gm, "");
}

/** `note` matches lines that give a value to a name. Those go whose name stands nowhere else. */
function withoutNotes(code: string, note: RegExp): string {
  const others = new Set<string>();
  for (const [name] of code.replace(note, "").matchAll(/\b(?:_errs|valid)\d+\b/g)) others.add(name);
  return code.replace(note, (line, name: string) => (others.has(name) ? line : ""));
}

/** A pattern that `RegExp` could be slow with is matched in linear time, where RE2 can read it. */
function withLinearPatterns(code: string, imports: Set<string>, textOf: (mark: string) => string): string {
  return code.replace(/new RegExp\("(\d+)", "\d+"\)/g, (expression, mark: string) => {
    const source = String(JSON.parse(textOf(mark)));
    const linear = backtrackingOf(source) && linearSource(source);
    if (linear === undefined) return expression;
    imports.add("linearPattern");
    return `linearPattern(${JSON.stringify(linear)})`;
  });
}

/** Ajv keeps a copy of every schema, also where only its code is needed. */
function withoutUnused(code: string): string {
  const uses = new Map<string, number>();
  for (const [name] of code.matchAll(/\bschema\d+\b/g)) uses.set(name, (uses.get(name) ?? 0) + 1);
  return code.replace(/^const (schema\d+) = .*;\n/gm, (line, name: string) =>
    uses.get(name) === 1 ? "" : line,
  );
}

/**
 * Ajv looks at every item even when the first thousand were wrong. Counting from the loop's start keeps this sound:
 * problems that another branch of an `anyOf` left behind do not end the loop. A function that looks for `contains` is
 * left alone: there an item that does not fit is no problem yet.
 */
function bounded(code: string): string {
  return code
    .split(/^(?=function validate\d+\()/m)
    .map((text) => (text.includes("{minContains:") ? text : withBoundedLoops(text)))
    .join("");
}

function withBoundedLoops(code: string): string {
  return code
    .replace(
      /for\(let (i\d+)=(\d+); \1<(len\d+); \1\+\+\)\{/g,
      (_, index: string, start: string, length: string) =>
        `for(let ${index}=${start}, before=errors; ${index}<${length} && errors - before < ${maxErrorsPerLoop}; ${index}++){`,
    )
    .replace(
      /for\(const (key\d+) of Object\.keys\((data\d*)\)\)\{/g,
      (_, key: string, data: string) =>
        `for(const keys = Object.keys(${data}), before = errors, at = {i: 0}; at.i < keys.length && errors - before < ${maxErrorsPerLoop}; at.i++){\nconst ${key} = keys[at.i];`,
    );
}
