import { type BindingElement, Node, type ParameterDeclaration, type SourceFile } from "ts-morph";
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

export function findFactory(
  parameters: readonly ParameterDeclaration[],
  file: SourceFile,
  style: Style,
): Factory | undefined {
  if (parameters.length === 0) return undefined;
  const types = parameters.map((parameter) => parameter.getTypeNode()?.getText() ?? "unknown");
  const { imports, unreachable } = typeImports(types.join(" "), file, style);
  return {
    parameters: parameters
      .map((parameter, index) => {
        const type = unreachable.some((name) => mentions(types[index]!, name)) ? "unknown" : types[index]!;
        return `${parameter.isRestParameter() ? "..." : ""}_${plainName(parameter, index)}${parameter.hasQuestionToken() ? "?" : ""}: ${type}`;
      })
      .join(", "),
    arguments: parameters.map(argumentFor).join(", "),
    imports,
  };
}

function plainName(parameter: ParameterDeclaration, index: number): string {
  return Node.isIdentifier(parameter.getNameNode())
    ? parameter.getName()
    : `parts${index === 0 ? "" : index + 1}`;
}

/** The argument for a parameter. A destructured one is put together again: `{ notes, clock: now }`. */
function argumentFor(parameter: ParameterDeclaration): string {
  const name = parameter.getNameNode();
  const rest = parameter.isRestParameter() ? "..." : "";
  if (Node.isIdentifier(name)) return rest + name.getText();
  const [open, close] = Node.isObjectBindingPattern(name) ? ["{ ", " }"] : ["[", "]"];
  const elements = name
    .getElements()
    .map((element) => (Node.isBindingElement(element) ? partFor(element) : ""));
  return `${rest}${open}${elements.join(", ")}${close}`;
}

function partFor(element: BindingElement): string {
  const name = element.getName();
  if (element.getDotDotDotToken()) return `...${name}`;
  const property = element.getPropertyNameNode()?.getText();
  return property === undefined ? name : `${property}: ${name}`;
}

/** Imports of the names that a type mentions, and the names that other files cannot import. */
function typeImports(
  type: string,
  file: SourceFile,
  style: Style,
): { imports: string[]; unreachable: string[] } {
  const imports = file.getImportDeclarations().flatMap((declaration) => {
    const from = declaration.getModuleSpecifierValue();
    const namespace = declaration.getNamespaceImport()?.getText();
    const defaultImport = declaration.getDefaultImport()?.getText();
    const named = declaration
      .getNamedImports()
      .filter((name) => mentions(type, name.getAliasNode()?.getText() ?? name.getName()))
      .map((name) => name.getText().replace(/^type\s+/, ""));
    return [
      ...(namespace !== undefined && mentions(type, namespace) ? [`type * as ${namespace}`] : []),
      ...(defaultImport !== undefined && mentions(type, defaultImport) ? [`type ${defaultImport}`] : []),
      ...(named.length > 0 ? [`type { ${named.join(", ")} }`] : []),
    ].map((names) => importLine(names, from, style));
  });
  const local = [...file.getInterfaces(), ...file.getTypeAliases(), ...file.getClasses(), ...file.getEnums()]
    .filter((declaration) => mentions(type, declaration.getName() ?? ""))
    .map((declaration) => ({ name: declaration.getName() ?? "", isExported: declaration.isExported() }));
  const exported = local.filter(({ isExported }) => isExported).map(({ name }) => name);
  const fromIndex =
    exported.length > 0
      ? [
          importLine(
            `type { ${exported.join(", ")} }`,
            `./${file.getBaseNameWithoutExtension()}${style.extension}`,
            style,
          ),
        ]
      : [];
  return {
    imports: [...imports, ...fromIndex],
    unreachable: local.filter(({ isExported }) => !isExported).map(({ name }) => name),
  };
}

function mentions(type: string, name: string): boolean {
  return name !== "" && new RegExp(`(?<![\\w$.])${name.replaceAll("$", "\\$")}(?![\\w$])`).test(type);
}
