/** Rules about the names of tools, types and what is generated for them. */

import type { SpecLocation, Violation } from "../diagnostics/diagnostic.ts";
import { didYouMean } from "../diagnostics/suggest.ts";
import { capitalise } from "../diagnostics/wording.ts";
import type { Model } from "../model/model.ts";
import { fileStem } from "../model/names.ts";
import type { Rule } from "./rule.ts";

const toolName = /^[A-Za-z0-9_.-]{1,64}$/;

export const nameRules: readonly Rule[] = [
  {
    code: "tool-name",
    acceptable: true,
    sentence: "A tool's name has 1 to 64 letters, digits, dots, dashes and underscores.",
    violations: ({ tools }) =>
      tools
        .filter(({ name }) => !toolName.test(name))
        .map(({ name, file }) => ({
          at: { file, path: fileStem(file) === name ? [] : ["name"] },
          detail: `The tool is called ${JSON.stringify(name)}.`,
        })),
  },
  {
    code: "tool-listed",
    sentence: "Every file under tools/ is listed once in service.yaml, and every listed tool has a file.",
    violations: unlisted,
  },
  {
    code: "names-distinct",
    sentence: "No two names of a spec become the same name in TypeScript.",
    violations: clashes,
  },
];

function unlisted({ tools, toolOrder }: Model): Violation[] {
  const files = tools.map(({ name }) => name);
  const unlisted = files.filter((name) => !toolOrder.includes(name));
  const withoutFile = toolOrder.flatMap((name, index) =>
    files.includes(name)
      ? []
      : [
          {
            at: { file: "service.yaml", path: ["tools", index] },
            detail: `There is no tools/${name}.yaml, nor another file with this \`name\`.`,
            hint: didYouMean(name, unlisted) ?? "Write that file, or take the name out of the list.",
          },
        ],
  );
  const withoutEntry = tools
    .filter(({ name }) => !toolOrder.includes(name))
    .map(({ name, file }) => ({
      at: { file, path: [] },
      detail: `${name} is not in the list.`,
      hint: `Add it to \`tools\` in service.yaml, or delete ${file}.`,
    }));
  return [...withoutFile, ...withoutEntry];
}

interface Named {
  /** Its name in code. */
  readonly code: string;
  readonly what: string;
  readonly at: SpecLocation;
}

function clashes({ tools, types, states }: Model): Violation[] {
  const ofTools = tools.map(({ method, name, file }) => ({
    // Names of generated files must differ by more than case, since some file systems ignore it.
    key: method.toLowerCase(),
    code: method,
    what: `tool ${name}`,
    at: { file, path: [] },
  }));
  const named = tools.map(({ name, file }) => ({
    code: name,
    what: `the tool in ${file}`,
    at: { file, path: [] },
  }));
  const clashing = [...repeated(named), ...repeated(ofTools)];
  const distinct = tools.filter(
    (_, index) => !clashing.some(({ at }) => at.file === ofTools[index]!.at.file),
  );
  const typeNames: Named[] = [
    ...types.flatMap(({ typeName, name, root }) => [
      { code: typeName, what: `type ${name}`, at: root.at },
      { code: `${typeName}WithDefaults`, what: `type ${name} with its defaults`, at: root.at },
    ]),
    ...distinct.flatMap(({ typeName, name, input, output, file }) => [
      { code: `${typeName}Input`, what: `the input of ${name}`, at: input.at },
      { code: `${typeName}Arguments`, what: `the arguments of ${name}`, at: input.at },
      { code: `${typeName}Output`, what: `the output of ${name}`, at: output?.at ?? { file, path: [] } },
    ]),
  ];
  const machines = states.map(({ typeName, name, at }) => ({ code: typeName, what: `states ${name}`, at }));
  const violations = [clashing, repeated(typeNames), repeated(machines)].flat();
  return violations.filter(
    ({ at }, index) => violations.findIndex((other) => samePlace(other.at, at)) === index,
  );
}

function samePlace(a: SpecLocation, b: SpecLocation): boolean {
  return a.file === b.file && a.path.join("/") === b.path.join("/");
}

function repeated(names: readonly (Named & { readonly key?: string })[]): Violation[] {
  const first = new Map<string, Named>();
  return names.flatMap((named) => {
    const key = named.key ?? named.code;
    const other = first.get(key);
    if (!other) {
      first.set(key, named);
      return [];
    }
    const both =
      named.code === other.code ? named.code : `${other.code} and ${named.code}, which differ by case only`;
    return [
      {
        at: named.at,
        detail: `${capitalise(named.what)} and ${other.what} both become ${both}.`,
        hint: "Rename one of them.",
        related: [{ at: other.at, message: `${capitalise(other.what)} is here.` }],
      },
    ];
  });
}
