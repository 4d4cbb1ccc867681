/** Chooses the names of new handlers and of their files. */
import { Node, type SourceFile, SyntaxKind } from "ts-morph";

/** The names of a handler. */
export interface HandlerName {
  /** Key in the object of handlers. */
  readonly method: string;
  /** Name of its file without `.ts`. */
  readonly file: string;
  /** The name that the file exports. */
  readonly exported: string;
}

/** A handler that the spec asks for. */
export interface WantedHandler extends HandlerName {
  /** The tool, resource or prompt that it handles, with the name in the spec. */
  readonly of: { readonly name: string; readonly title?: string };
  /** The object within `Handlers` that has it; the handlers of tools are in `Handlers` itself. */
  readonly group: "tools" | "resources" | "prompts";
}

const reserved = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends false " +
    "finally for function if implements import in instanceof interface let new null package private protected public " +
    "return static super switch this throw true try typeof var void while with yield notImplemented"
  ).split(" "),
);

/**
 * The name of its method, unless that is a reserved word, or `index`, which is the name of another file. The handlers of resources
 * and prompts always end with `kind`, since tools have such names too.
 */
export function handlerName(method: string, kind: "" | "Resource" | "Prompt"): HandlerName {
  if (kind) return { method, file: method + kind, exported: method + kind };
  return {
    method,
    file: method === "index" ? "indexTool" : method,
    exported: reserved.has(method) ? `${method}Tool` : method,
  };
}

/** The name of the handler in index.ts: the exported name, unless something else there has that name. */
export function localName(
  { exported, file: stem }: HandlerName,
  index: SourceFile,
  usedNames: ReadonlySet<string>,
): string {
  const imported = alreadyImported(exported, stem, index);
  if (imported !== undefined) return imported;
  let name = exported;
  for (let number = 1; usedNames.has(name); number++) name = `${exported}Tool${number === 1 ? "" : number}`;
  return name;
}

/** The local name of a handler that index.ts already imports but does not bind. */
export function alreadyImported(exported: string, stem: string, index: SourceFile): string | undefined {
  return index
    .getImportDeclarations()
    .filter(
      (line) => line.getModuleSpecifierValue().replace(/\.[jt]s$/, "") === `./${stem}` && !line.isTypeOnly(),
    )
    .flatMap((line) => line.getNamedImports())
    .filter((name) => name.getName() === exported && !name.isTypeOnly())
    .map((name) => name.getAliasNode()?.getText() ?? exported)[0];
}

/** All names that the file declares. */
export function namesIn(file: SourceFile): Set<string> {
  const declared = file.getDescendantsOfKind(SyntaxKind.Identifier).filter((identifier) => {
    const parent = identifier.getParent();
    const isImport =
      Node.isImportSpecifier(parent) || Node.isImportClause(parent) || Node.isNamespaceImport(parent);
    return isImport || (declaresVariable(parent) && parent.getNameNode() === identifier);
  });
  return new Set(declared.map((identifier) => identifier.getText()));
}

function declaresVariable(node: Node) {
  return (
    Node.isVariableDeclaration(node) ||
    Node.isBindingElement(node) ||
    Node.isParameterDeclaration(node) ||
    Node.isFunctionDeclaration(node) ||
    Node.isClassDeclaration(node)
  );
}
