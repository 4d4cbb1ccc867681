/** All changes that are made to the code that Ajv prints, each with its reason. */
import { backtrackingOf } from "../patterns/backtracking.ts";
import { linearSource } from "../patterns/linear.ts";

/** A change of printed code. The string literals in it, which hold texts of the spec, are numbers in quotation marks. */
interface Rewrite {
  readonly reason: string;
  /** What Ajv prints, with any numbers. A test fails when Ajv prints something else. */
  readonly prints: RegExp;
  change(code: string, literals: Literals): string;
}

interface Literals {
  /** The text that a number stands for. */
  textOf(number: string): string;
  /** Notes a name that the module imports from the runtime. */
  use(name: string): void;
}

/** A loop ends after so many problems. */
const maxProblems = 50;

export const rewrites: Readonly<Record<string, Rewrite>> = {
  imports: {
    reason: "Ajv asks for its parts with `require`, which ES modules do not have; the runtime exports them.",
    prints: /require\("\d+"\)\.\w+/,
    change: (code, { textOf, use }) =>
      code.replace(/require\("(\d+)"\)\.(\w+)/g, (_, number: string, member: string) => {
        const name = runtimeName(textOf(number), member);
        use(name);
        return name;
      }),
  },

  "counts of problems": {
    reason:
      "Ajv counts problems before and after each keyword, also where no keyword asks. Its own optimiser takes a third of the time of a run to remove that.",
    prints: /^const _errs\d+ = errors;\n[\s\S]*^var valid\d+ = _errs\d+ === errors;\n/m,
    change: (code) =>
      inEachFunction(code, (text) =>
        withoutUnused(
          withoutUnused(text, /^(?:var|const) (valid\d+) = _errs\d+ === errors;\n/gm),
          /^const (_errs\d+) = errors;\n/gm,
        ),
      ).replace(/^else \{\n\}\n/gm, ""),
  },

  "slow patterns": {
    reason: "A pattern that `RegExp` could be slow with is matched in linear time, where RE2 can read it.",
    prints: /new RegExp\("\d+", "\d+"\)/,
    change: (code, { textOf, use }) =>
      code.replace(/new RegExp\("(\d+)", "\d+"\)/g, (expression, number: string) => {
        const source = textOf(number);
        const linear = backtrackingOf(source) && linearSource(source);
        if (linear === undefined) return expression;
        use("linearPattern");
        return `linearPattern(${JSON.stringify(linear)})`;
      }),
  },

  "loops over items": {
    reason:
      "Ajv looks at every item even when the first thousand were wrong, so hostile input would cost memory. Problems count from the start of the loop, since another branch of an `anyOf` may have left some.",
    prints: /for\(let i\d+=\d+; i\d+<len\d+; i\d+\+\+\)\{/,
    change: (code) =>
      inEachFunction(code, (text) =>
        countsContained(text)
          ? text
          : text.replace(
              /for\(let (i\d+)=(\d+); \1<(len\d+); \1\+\+\)\{/g,
              (_, index: string, start: string, length: string) =>
                `for(let ${index}=${start}, before=errors; ${index}<${length} && errors - before < ${maxProblems}; ${index}++){`,
            ),
      ),
  },

  "loops over properties": {
    reason: "As for items.",
    prints: /for\(const key\d+ of Object\.keys\(data\d*\)\)\{/,
    change: (code) =>
      inEachFunction(code, (text) =>
        countsContained(text)
          ? text
          : text.replace(
              /for\(const (key\d+) of Object\.keys\((data\d*)\)\)\{/g,
              (_, key: string, data: string) =>
                `for(const keys = Object.keys(${data}), before = errors, at = {i: 0}; at.i < keys.length && errors - before < ${maxProblems}; at.i++){\nconst ${key} = keys[at.i];`,
            ),
      ),
  },

  "copies of schemas": {
    reason: "Ajv keeps a copy of every schema, also where only its code is needed.",
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
      // As a plain key of a literal, this one would set the prototype.
      return colon === ":" && text === '"__proto__"' ? `[${text}]:` : text + colon;
    })
    .replace(/^"use strict";\n/, "");
}

/** The name under which the runtime exports a part of Ajv, or of ajv-formats. */
function runtimeName(module: string, member: string): string {
  if (module === "ajv-formats/dist/formats") return "formats";
  return member === "default" ? module.slice(module.lastIndexOf("/") + 1) : member;
}

/** Names stand for one thing in each function. */
function inEachFunction(code: string, change: (text: string) => string): string {
  return code
    .split(/^(?=function validate\d+\()/m)
    .map(change)
    .join("");
}

/** Removes lines that give a value to a name which stands nowhere else. */
function withoutUnused(code: string, line: RegExp): string {
  const used = new Set<string>();
  for (const [name] of code.replace(line, "").matchAll(/\b(?:_errs|valid|schema)\d+\b/g)) used.add(name);
  return code.replace(line, (text, name: string) => (used.has(name) ? text : ""));
}

/** In a function that counts items for `contains`, an item that does not fit is no problem yet. */
function countsContained(text: string): boolean {
  return text.includes("{minContains:");
}
