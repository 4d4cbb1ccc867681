/** All changes that are made to the code that Ajv prints, each with its reason. */
import { findBacktracking, linearSource } from "@toolwright/json-schema/patterns";

/** A change of printed code. Its string literals, which hold texts of the spec, have been replaced by numbers in quotes. */
interface Rewrite {
  readonly reason: string;
  /** Matches code that Ajv prints. A test fails if Ajv prints other code. */
  readonly prints: RegExp;
  change(code: string, literals: Literals): string;
}

interface Literals {
  /** The text of the literal that a number replaces. */
  textOf(number: string): string;
  /** Notes a name that the module imports from the runtime. */
  use(name: string): void;
}

/** The number of problems after which a loop ends. */
const maxProblems = 50;

export const rewrites: Readonly<Record<string, Rewrite>> = {
  imports: {
    reason: "Ajv loads its helpers with `require`, which ES modules do not have; the runtime exports them.",
    prints: /require\("\d+"\)\.\w+/,
    change: (code, { textOf, use }) =>
      code.replace(/require\("(\d+)"\)\.(\w+)/g, (_, number: string, member: string) => {
        const name = runtimeName(textOf(number), member);
        use(name);
        return name;
      }),
  },

  problems: {
    reason: "Ajv prints eight lines for each problem, and what the runtime does not read: most of the code.",
    prints:
      /^const (err\d+) = \{instancePath.*,keyword:"\d+",params:.*\nif\(vErrors === null\)\{\nvErrors = \[\1\];\n/m,
    change: (code, { use }) =>
      code.replace(
        /^const (err\d+) = \{instancePath:?(.*),schemaPath:"\d+"[^,\n]*,keyword:("\d+"),params:(.*),message:.*\};\nif\(vErrors === null\)\{\nvErrors = \[\1\];\n\}\nelse \{\nvErrors\.push\(\1\);\n\}\nerrors\+\+;$/gm,
        (_, _name, path: string, keyword: string, params: string) => {
          use("problem");
          return `vErrors = problem(vErrors, ${path || "instancePath"}, ${keyword}, ${params}); errors++;`;
        },
      ),
  },

  contexts: {
    reason:
      "Ajv hands on what only `$data`, `$dynamicRef` and keywords of its users read, which specs do not have.",
    prints: /, parentData, parentDataProperty, rootData=data, dynamicAnchors=\{\}/,
    change: (code) =>
      code
        .replaceAll(", parentData, parentDataProperty, rootData=data, dynamicAnchors={}", "")
        .replace(
          /,parentData(?::\w+)?,parentDataProperty(?::(?:"\d+"|\w+))?,rootData,dynamicAnchors(?=\})/g,
          "",
        ),
  },

  "counts of problems": {
    reason:
      "Ajv counts problems before and after each keyword, also where no keyword reads the count. Its own optimiser removes that, but takes a third of the time of a run.",
    prints: /^const _errs\d+ = errors;\n[\s\S]*^var valid\d+ = _errs\d+ === errors;\n/m,
    change: (code) =>
      mapFunctions(code, (text) =>
        withoutUnused(
          withoutUnused(text, /^(?:var|const) (valid\d+) = _errs\d+ === errors;\n/gm),
          /^const (_errs\d+) = errors;\n/gm,
        ),
      ).replace(/^else \{\n\}\n/gm, ""),
  },

  "slow patterns": {
    reason: "A pattern on which `RegExp` may be slow is matched in linear time, if RE2 supports it.",
    prints: /new RegExp\("\d+", "\d+"\)/,
    change: (code, { textOf, use }) =>
      code.replace(/new RegExp\("(\d+)", "\d+"\)/g, (expression, number: string) => {
        const source = textOf(number);
        const linear = findBacktracking(source) && linearSource(source);
        if (linear === undefined) return expression;
        use("linearPattern");
        return `linearPattern(${JSON.stringify(linear)})`;
      }),
  },

  "loops over items": {
    reason:
      "Ajv validates every item even when the first thousand were invalid, so hostile input would cost memory. The count starts with the loop, since another branch of an `anyOf` may have left problems.",
    prints: /for\(let i\d+=\d+; i\d+<len\d+; i\d+\+\+\)\{/,
    change: (code) =>
      changeLoops(
        code,
        /for\(let (i\d+)=(\d+); \1<(len\d+); \1\+\+\)\{/g,
        (_, index, start, length) =>
          `for(let ${index}=${start}, before=errors; ${index}<${length} && errors - before < ${maxProblems}; ${index}++){`,
      ),
  },

  "loops over properties": {
    reason: "The same as for items.",
    prints: /for\(const key\d+ of Object\.keys\(data\d*\)\)\{/,
    change: (code) =>
      changeLoops(
        code,
        /for\(const (key\d+) of Object\.keys\((data\d*)\)\)\{/g,
        (_, key, data) =>
          `for(const keys = Object.keys(${data}), before = errors, at = {i: 0}; at.i < keys.length && errors - before < ${maxProblems}; at.i++){\nconst ${key} = keys[at.i];`,
      ),
  },

  "copies of schemas": {
    reason: "Ajv prints a copy of every schema, also where nothing reads it.",
    prints: /^const schema\d+ = .*;\n/m,
    change: (code) => withoutUnused(code, /^const (schema\d+) = .*;\n/gm),
  },
};

/** The code with all changes. `use` is called with each name that the module imports from the runtime. */
export function rewritePrintedCode(code: string, use: (name: string) => void): string {
  const texts: string[] = [];
  const withoutTexts = code.replace(/"(?:[^"\\]|\\.)*"/g, (text) => `"${texts.push(text) - 1}"`);
  const literals: Literals = { textOf: (number) => String(JSON.parse(texts[Number(number)]!)), use };
  const changed = Object.values(rewrites).reduce((text, { change }) => change(text, literals), withoutTexts);
  return changed
    .replace(/"(\d+)"(:?)/g, (_, number: string, colon: string) => {
      const text = texts[Number(number)]!;
      // The plain key `__proto__` in a literal would set the prototype.
      return colon === ":" && text === '"__proto__"' ? `[${text}]:` : text + colon;
    })
    .replace(/^"use strict";\n/, "");
}

/** The name under which the runtime exports a part of Ajv, or of ajv-formats. */
function runtimeName(module: string, member: string): string {
  if (module === "ajv-formats/dist/formats") return "formats";
  return member === "default" ? module.slice(module.lastIndexOf("/") + 1) : member;
}

/** Applies a change to each function separately: variable names are unique only inside a function. */
function mapFunctions(code: string, change: (text: string) => string): string {
  return code
    .split(/^(?=function validate\d+\()/m)
    .map(change)
    .join("");
}

/** Removes lines that define a name which is used nowhere else. */
function withoutUnused(code: string, line: RegExp): string {
  const used = new Set<string>();
  for (const [name] of code.replace(line, "").matchAll(/\b(?:_errs|valid|schema)\d+\b/g)) used.add(name);
  return code.replace(line, (text, name: string) => (used.has(name) ? text : ""));
}

/** Changes loops, but not of a function that counts items for `contains`, where an invalid item is not a problem yet. */
function changeLoops(code: string, loop: RegExp, changed: (...texts: string[]) => string): string {
  return mapFunctions(code, (text) => (text.includes("{minContains:") ? text : text.replace(loop, changed)));
}
