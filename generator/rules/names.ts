/** Rules about the names of tools and types, and about generated names. */

import { capitalise } from "@toolwright/check/report";
import type { SpecLocation, Violation } from "../diagnostics/diagnostic.ts";
import { didYouMean } from "../diagnostics/suggest.ts";
import type { Model } from "../model/model.ts";
import { fileStem } from "../model/names.ts";
import type { Operation } from "../model/operation.ts";
import { listGroups, listHandlers } from "../model/operation-kinds.ts";
import { listOperations } from "../model/operations.ts";
import { inService } from "../resolve/limits.ts";
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
    violations: ({ tools, toolOrder }) => findUnlisted("tools", tools, toolOrder),
  },
  {
    code: "resource-listed",
    sentence: "Every resource and prompt is listed once in service.yaml, and every listed one has a file.",
    violations: ({ resources, resourceOrder, prompts, promptOrder }) => [
      ...findUnlisted("resources", resources, resourceOrder),
      ...findUnlisted("prompts", prompts, promptOrder),
    ],
  },
  {
    code: "names-distinct",
    sentence: "No two names of a spec become the same name in TypeScript.",
    violations: clashes,
  },
];

/** Reports files that the list does not name. @param folder the folder of the files, and the key of the list */
function findUnlisted(
  folder: "tools" | "resources" | "prompts",
  operations: readonly Operation[],
  order: readonly string[],
): Violation[] {
  const files = operations.map(({ name }) => name);
  const unlisted = files.filter((name) => !order.includes(name));
  const withoutFile = order.flatMap((name, index): Violation | [] => {
    if (files.includes(name)) return [];
    const hint = didYouMean(name, unlisted) ?? "Write that file, or take the name out of the list.";
    const detail = `There is no ${folder}/${name}.yaml, nor another file with this \`name\`.`;
    return { at: { file: "service.yaml", path: [folder, index] }, detail, hint };
  });
  const withoutEntry = operations
    .filter(({ name }) => !order.includes(name))
    .map(({ name, file }) => ({
      at: { file, path: [] },
      detail: `${name} is not in the list.`,
      hint: `Add it to \`${folder}\` in service.yaml, or delete ${file}.`,
    }));
  return [...withoutFile, ...withoutEntry];
}

interface Named {
  /** Its name in code. */
  readonly code: string;
  readonly what: string;
  readonly at: SpecLocation;
}

function clashes(model: Model): Violation[] {
  const { types, states, resources, prompts } = model;
  const operations = listOperations(model).map((each) => ({
    ...each,
    kind: findKind(each.file),
    at: { file: each.file, path: [] },
  }));
  // Names of generated files must differ by more than case, since some file systems ignore it.
  const modules = operations.map(({ module: code, name, kind, at }) => ({
    key: code.toLowerCase(),
    code,
    what: `${kind} ${name}`,
    at,
  }));
  const groups = Object.entries({ resources, prompts })
    .filter(([, all]) => all.length > 0)
    .map(([key]) => ({ key, code: key, what: `the handlers of ${key}`, at: inService([key]) }));
  const named = operations.map(({ name: code, kind, file, at }) => ({
    key: `${kind} ${code}`,
    code,
    what: `the ${kind} in ${file}`,
    at,
  }));
  const handlers = listGroups(model).flatMap((kind) =>
    listHandlers(kind).map(({ method: code, operation: { name, file }, completes }) => {
      const what = `the ${completes ? "completions" : "handler"} of ${findKind(file)} ${name}`;
      return { key: `${kind.name} ${code}`, code, what, at: { file, path: [] } };
    }),
  );
  const clashing = [
    ...findRepeated(named),
    ...findRepeated([...groups, ...modules]),
    ...findRepeated(handlers),
  ];
  const distinct = operations.filter(({ file }) => !clashing.some(({ at }) => at.file === file));
  const typeNames: Named[] = [
    ...types.flatMap(({ typeName, name, root }) => [
      { code: typeName, what: `type ${name}`, at: root.at },
      { code: `${typeName}WithDefaults`, what: `type ${name} with its defaults`, at: root.at },
    ]),
    ...distinct.flatMap(({ typeName, name, input, output, at }) => [
      { code: `${typeName}Input`, what: `the input of ${name}`, at: input.at },
      { code: `${typeName}Arguments`, what: `the arguments of ${name}`, at: input.at },
      { code: `${typeName}Output`, what: `the output of ${name}`, at: output?.at ?? at },
    ]),
  ];
  const machines = states.map(({ typeName, name, at }) => ({ code: typeName, what: `states ${name}`, at }));
  const violations = [clashing, findRepeated(typeNames), findRepeated(machines)].flat();
  return violations.filter(
    ({ at }, index) => violations.findIndex((other) => samePlace(other.at, at)) === index,
  );
}

/** `tools/x.yaml` -> `tool` */
function findKind(file: string): string {
  return file.slice(0, file.indexOf("/") - 1);
}

function samePlace(a: SpecLocation, b: SpecLocation): boolean {
  return a.file === b.file && a.path.join("/") === b.path.join("/");
}

function findRepeated(names: readonly (Named & { readonly key?: string })[]): Violation[] {
  const byKey = Map.groupBy(names, ({ key, code }) => key ?? code);
  return names.flatMap((named) => {
    const other = byKey.get(named.key ?? named.code)![0]!;
    if (other === named) return [];
    const both =
      named.code === other.code ? named.code : `${other.code} and ${named.code}, which differ by case only`;
    return {
      at: named.at,
      detail: `${capitalise(named.what)} and ${other.what} both become ${both}.`,
      hint: "Rename one of them.",
      related: [{ at: other.at, message: `${capitalise(other.what)} is here.` }],
    };
  });
}
