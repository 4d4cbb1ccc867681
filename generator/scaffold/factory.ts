/** Finds the function in index.ts that creates the handlers. */
import { Node, type ParameterDeclaration, type SourceFile } from "ts-morph";
import { importLine, type Style } from "./style.ts";

/** The parameters that new handlers get when index.ts creates its handlers in a function: `(app: App)`. */
export interface Factory {
  /** The parameters of the function that creates a handler, unused so far: `_app: App`. */
  readonly parameters: string;
  /** The arguments that index.ts passes: `app`. */
  readonly arguments: string;
  /** Import lines for the types of the parameters. */
  readonly imports: readonly string[];
}

/**
 * Finds the function that creates the handlers. Undefined if there is none, or if a parameter is more than a name with a type
 * that index.ts imports by its name; then handlers are created without parameters.
 */
export function findFactory(
  parameters: readonly ParameterDeclaration[],
  file: SourceFile,
  style: Style,
): Factory | undefined {
  const types = parameters.map((parameter) => parameter.getTypeNode()?.getText() ?? "");
  const imported = file.getImportDeclarations().flatMap((declaration) => {
    const named = declaration.getNamedImports().filter((each) => !each.getAliasNode());
    const names = named.map((each) => each.getName()).filter((name) => types.includes(name));
    const line = importLine(`type { ${names.join(", ")} }`, declaration.getModuleSpecifierValue(), style);
    return names.length > 0 ? [{ names, line }] : [];
  });
  const known = imported.flatMap(({ names }) => names);
  const isPlain = (parameter: ParameterDeclaration) =>
    Node.isIdentifier(parameter.getNameNode()) && !parameter.isRestParameter();
  if (parameters.length === 0 || !parameters.every(isPlain) || !types.every((type) => known.includes(type)))
    return undefined;
  const names = parameters.map((parameter) => parameter.getName());
  return {
    parameters: names.map((name, index) => `_${name}: ${types[index]}`).join(", "),
    arguments: names.join(", "),
    imports: imported.map(({ line }) => line),
  };
}
