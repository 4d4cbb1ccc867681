import type { Model, Tool } from "../model/model.ts";
import { type Factory, findFactory } from "./factory.ts";
import { handlerFile } from "./handler-file.ts";
import { type IndexFile, readIndex } from "./index-file.ts";
import { applyInsertions, importInsertions, propertyInsertions } from "./insertions.ts";
import { alreadyImported, type HandlerName, handlerName, localName, namesIn } from "./names.ts";
import { importLine, readStyle, type Style } from "./style.ts";

/** The folder of handlers before scaffolding. */
export interface HandlerFolder {
  /** Text of index.ts; `undefined` if there is none yet. */
  readonly index: string | undefined;
  /** Names of the files beside it. */
  readonly files: readonly string[];
  /** Module path from the folder to the generated files, such as `../../generated`. */
  readonly generated: string;
}

/** What to write. `created` never has a file that exists. */
export interface Scaffolded {
  readonly index: string;
  readonly created: readonly { readonly name: string; readonly text: string }[];
  /** Tools that were bound in index.ts, and the files of their handlers. */
  readonly bound: readonly { readonly tool: Tool; readonly file: string }[];
  /** Properties of index.ts whose tool is not in the spec (any more). */
  readonly orphans: readonly string[];
}

/**
 * Adds a file, an import and a property for each tool without a handler. Nothing else in index.ts changes.
 *
 * @throws ScaffoldError if index.ts cannot be extended
 */
export function scaffold(model: Model, folder: HandlerFolder): Scaffolded {
  const byteOrderMark = folder.index?.startsWith("\uFEFF") ? "\uFEFF" : "";
  const text = folder.index?.slice(byteOrderMark.length) ?? newIndex(folder.generated);
  const index = readIndex(text);
  const style = readStyle(index.file);
  const missing = model.tools
    .filter(({ method }) => !index.bound.includes(method))
    .map((tool) => ({ tool, name: handlerName(tool.method) }));
  // The handlers of resources and prompts are objects of their own.
  const methods = [...model.tools.map(({ method }) => method), "resources", "prompts"];
  const factory = findFactory(index.parameters, index.file, style);
  const context = { factory, handlersFrom: handlersFrom(index, folder.generated), style };
  const names = missing.map(({ name }) => name);
  return {
    index:
      byteOrderMark +
      applyInsertions(text, missing.length === 0 ? [] : bindings(names, index, factory, style)),
    created: missing
      .map(({ tool, name }) => ({ name: `${name.file}.ts`, text: handlerFile(tool, name, context) }))
      .filter(({ name }) => !folder.files.includes(name)),
    bound: missing.map(({ tool, name }) => ({ tool, file: `${name.file}.ts` })),
    orphans: index.bound.filter((name) => !methods.includes(name)),
  };
}

function newIndex(generated: string): string {
  return `import type { Handlers } from "${generated}/handlers.ts";\n\nexport const handlers: Handlers = {};\n`;
}

/** The module from which index.ts imports the type `Handlers`; handler files import it from there too. */
function handlersFrom({ file }: IndexFile, generated: string): string {
  const declaration = file
    .getImportDeclarations()
    .find((line) => line.getNamedImports().some((name) => name.getName() === "Handlers"));
  return declaration?.getModuleSpecifierValue() ?? `${generated}/handlers.ts`;
}

function bindings(
  names: readonly HandlerName[],
  { file, handlers }: IndexFile,
  factory: Factory | undefined,
  style: Style,
) {
  const usedNames = namesIn(file);
  const locals = names.map((name) => {
    const local = localName(name, file, usedNames);
    usedNames.add(local);
    return { ...name, local };
  });
  const imports = locals
    .filter(({ exported, file: stem }) => alreadyImported(exported, stem, file) === undefined)
    .map(({ exported, file: stem, local }) => {
      const what = local === exported ? exported : `${exported} as ${local}`;
      return importLine(`{ ${what} }`, `./${stem}${style.extension}`, style);
    });
  const properties = locals.map(({ method, local }) => {
    if (factory) return `${method}: ${local}(${factory.arguments})`;
    return method === local ? method : `${method}: ${local}`;
  });
  return [...importInsertions(file, imports, style), ...propertyInsertions(handlers, properties, style)];
}
