/** Adds handlers for tools, resources, prompts and completions that have none. */
import type { Model } from "../model/model.ts";
import { listGroups, listHandlers, operationKinds } from "../model/operation-kinds.ts";
import { findFactory } from "./factory.ts";
import { handlerFile } from "./handler-file.ts";
import { type HandlersObject, handlersWithin, readHandlers } from "./index-file.ts";
import { applyInsertions, importInsertions, propertyInsertions } from "./insertions.ts";
import { alreadyImported, handlerName, localName, namesIn, type WantedHandler } from "./names.ts";
import { importLine, readStyle } from "./style.ts";

/** The folder of handlers before scaffolding. */
export interface HandlerFolder {
  /** The text of each file in it. */
  readonly files: ReadonlyMap<string, string>;
  /** Module path from the folder to the generated files, such as `../../generated`. */
  readonly generated: string;
}

/** The files to write. `created` never contains an existing file. */
export interface Scaffolded {
  /** index.ts, and the files of the handlers of resources and prompts, where they change. */
  readonly changed: readonly NamedText[];
  readonly created: readonly NamedText[];
  /** The tools, resources and prompts that were bound, and the files of their handlers. */
  readonly bound: readonly { readonly name: string; readonly file: string }[];
  /** Properties without a counterpart in the spec, and their files. */
  readonly orphans: readonly { readonly name: string; readonly file: string }[];
}

export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** The existing and the wanted handlers of one object. */
interface Extended {
  readonly there: HandlersObject;
  readonly wanted: readonly WantedHandler[];
  readonly group: WantedHandler["group"];
  /** Whether index.ts lacks the object so far. */
  readonly isNew?: boolean;
}

const suffixes = { tools: "", resources: "Resource", prompts: "Prompt" } as const;

/**
 * Adds a file, an import and a property for each tool, resource, prompt and completion without a handler. Nothing else changes.
 *
 * @throws ScaffoldError if an object of handlers cannot be extended
 */
export function scaffold(model: Model, { files, generated }: HandlerFolder): Scaffolded {
  const texts = new Map([["index.ts", newIndex(generated)], ...files]);
  const read = (name: string, type: string) => {
    const text = texts.get(name);
    return text === undefined ? undefined : readHandlers(name, text, type);
  };
  const index = readHandlers("index.ts", texts.get("index.ts") ?? "", "Handlers");
  const kinds = operationKinds(model);
  const all = kinds.flatMap((kind): Extended[] => {
    const { name: group } = kind;
    const wanted = listHandlers(kind).map(({ method, operation }) => ({
      ...handlerName(method, suffixes[group]),
      of: operation,
      group,
    }));
    if (group === "tools") return [{ there: index, wanted, group }];
    if (wanted.length === 0) return [];
    if (!index.bound.includes(group)) return [{ there: index, wanted, group, isNew: true }];
    const there = handlersWithin(index, group) ?? read(`${group}.ts`, `Handlers["${group}"]`);
    return there ? [{ there, wanted, group }] : [];
  });
  const groups = listGroups(model).map(({ name }) => name);
  const extended = all.map((each) => extend(each, handlersFrom(index, generated)));
  return {
    changed: changedFiles(extended, files),
    created: extended.flatMap(({ created }) => created).filter(({ name }) => !files.has(name)),
    bound: extended.flatMap(({ missing }) =>
      missing.map(({ of, group, method, file }) => ({
        name: group === "tools" ? of.name : `${group}.${method}`,
        file: `${file}.ts`,
      })),
    ),
    orphans: all.filter(({ isNew }) => !isNew).flatMap((each) => findOrphans(each, groups)),
  };
}

function findOrphans({ there, wanted, group }: Extended, groups: readonly string[]) {
  const ofTools = group === "tools";
  const known = [...wanted.map(({ method }) => method), ...(ofTools ? groups : [])];
  return there.bound
    .filter((name) => !known.includes(name))
    .map((name) => ({ name: ofTools ? name : `${group}.${name}`, file: there.name }));
}

/** Returns the files with the additions. */
function changedFiles(extended: readonly Extension[], files: ReadonlyMap<string, string>): NamedText[] {
  return [...Map.groupBy(extended, ({ there }) => there.file)].flatMap(([file, inFile]) => {
    const name = file.getBaseName();
    const added = inFile.filter(({ properties }) => properties.length > 0);
    if (added.length === 0 && files.has(name)) return [];
    const style = readStyle(file);
    const imports = added.flatMap((each) => each.imports);
    const insertions = [...Map.groupBy(added, ({ there }) => there.object)].flatMap(([object, all]) =>
      propertyInsertions(
        object,
        all.flatMap(({ properties }) => properties),
        style,
      ),
    );
    const mark = files.get(name)?.startsWith("\uFEFF") ? "\uFEFF" : "";
    const text = applyInsertions(file.getFullText(), [
      ...importInsertions(file, imports, style),
      ...insertions,
    ]);
    return [{ name, text: mark + text }];
  });
}

function newIndex(generated: string): string {
  return `import type { Handlers } from "${generated}/handlers.ts";\n\nexport const handlers: Handlers = {};\n`;
}

/** The module from which index.ts imports the type `Handlers`; handler files import it from there too. */
function handlersFrom({ file }: HandlersObject, generated: string): string {
  const declaration = file
    .getImportDeclarations()
    .find((line) => line.getNamedImports().some((name) => name.getName() === "Handlers"));
  return declaration?.getModuleSpecifierValue() ?? `${generated}/handlers.ts`;
}

/** Plans the additions for handlers that an object lacks. */
/** The code that an object of handlers and its file get. */
interface Extension {
  readonly there: HandlersObject;
  readonly missing: readonly WantedHandler[];
  /** The files of the missing handlers. */
  readonly created: readonly NamedText[];
  readonly imports: readonly string[];
  readonly properties: readonly string[];
}

function extend({ there, wanted, group, isNew = false }: Extended, from: string): Extension {
  const style = readStyle(there.file);
  const factory = findFactory(there.parameters, there.file, style);
  const missing = wanted.filter(({ method }) => isNew || !there.bound.includes(method));
  const created = missing.map((each) => ({
    name: `${each.file}.ts`,
    text: handlerFile(each, { factory, handlersFrom: from, style }),
  }));
  const usedNames = namesIn(there.file);
  const locals = missing.map((name) => {
    const local = localName(name, there.file, usedNames);
    usedNames.add(local);
    return { ...name, local };
  });
  const imports = locals
    .filter(({ exported, file: stem }) => alreadyImported(exported, stem, there.file) === undefined)
    .map(({ exported, file: stem, local }) => {
      const what = local === exported ? exported : `${exported} as ${local}`;
      return importLine(`{ ${what} }`, `./${stem}${style.extension}`, style);
    });
  const properties = locals.map(({ method, local }) => {
    if (factory) return `${method}: ${local}(${factory.arguments})`;
    return method === local ? method : `${method}: ${local}`;
  });
  const added = { there, missing, created, imports };
  if (!isNew) return { ...added, properties };
  const { newline, indent } = style;
  const lines = properties.map((each) => `${indent}${each},${newline}`).join("");
  return { ...added, properties: [`${group}: {${newline}${lines}}`] };
}
