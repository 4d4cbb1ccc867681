/** Reads the objects with handlers in a file. */
import {
  Node,
  type ObjectLiteralExpression,
  type ParameterDeclaration,
  Project,
  type PropertyAssignment,
  type SourceFile,
  SyntaxKind,
  ts,
} from "ts-morph";

/** An object with handlers: all of them in index.ts, or the handlers of resources or prompts there or in a separate file. */
export interface HandlersObject {
  /** Name of its file. */
  readonly name: string;
  readonly file: SourceFile;
  readonly object: ObjectLiteralExpression;
  /** Names of its properties. */
  readonly bound: readonly string[];
  /** Parameters of the function around it; empty if there is none. */
  readonly parameters: readonly ParameterDeclaration[];
}

/**
 * Reads the object of handlers in a file. @param type the type of the object: `Handlers`, or `Handlers["resources"]` @throws
 * ScaffoldError if the file does not show its handlers, or the place for a new one
 */
export function readHandlers(name: string, source: string, type: string): HandlersObject {
  // Offsets count from the end of a byte order mark.
  const text = source.replace(/^\uFEFF/, "");
  refuseBroken(name, text);
  const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true });
  const file = project.createSourceFile(name, text);
  const object = file
    .getDescendantsOfKind(SyntaxKind.ObjectLiteralExpression)
    .find((each) => hasType(each, type));
  if (object) return toHandlers(name, object);
  throw new ScaffoldError(
    `${name} has no object literal of type \`${type}\`. Write \`export const handlers: ${type} = {};\` there, or a function that returns one.`,
  );
}

/** The object that a property holds; undefined if it is made elsewhere. */
export function handlersWithin(
  { name, object }: HandlersObject,
  property: string,
): HandlersObject | undefined {
  const assigned = object.getProperty(property);
  const value = Node.isPropertyAssignment(assigned) ? assigned.getInitializer() : undefined;
  return Node.isObjectLiteralExpression(value) ? toHandlers(name, value) : undefined;
}

function toHandlers(name: string, object: ObjectLiteralExpression): HandlersObject {
  const file = object.getSourceFile();
  const enclosing = object.getFirstAncestor(Node.isFunctionLikeDeclaration);
  const bound = object.getProperties().map((property) => readName(property, name));
  return { name, file, object, bound, parameters: enclosing?.getParameters() ?? [] };
}

function refuseBroken(name: string, text: string): void {
  const { diagnostics = [] } = ts.transpileModule(text, { reportDiagnostics: true });
  const [first] = diagnostics;
  if (!first) return;
  const line = text.slice(0, first.start ?? 0).split("\n").length;
  const message = ts.flattenDiagnosticMessageText(first.messageText, " ");
  throw new ScaffoldError(`${name}:${line} is not valid TypeScript: ${message} Fix it first.`);
}

/** Whether an object has this type: as the value of a variable, of a `satisfies`, or of a `return`. */
function hasType(object: ObjectLiteralExpression, type: string): boolean {
  const isNamed = (node: Node | undefined) => node !== undefined && namesType(node.getText(), type);
  for (let node: Node = object; ; ) {
    const parent: Node = node.getParentOrThrow();
    if (Node.isVariableDeclaration(parent)) return isNamed(parent.getTypeNode());
    if (Node.isArrowFunction(parent)) return isNamed(parent.getReturnTypeNode());
    if (Node.isReturnStatement(parent)) {
      const enclosing = parent.getFirstAncestor(Node.isFunctionLikeDeclaration);
      return isNamed(enclosing?.getReturnTypeNode());
    }
    const isTyped = Node.isSatisfiesExpression(parent) || Node.isAsExpression(parent);
    if (!isTyped && !Node.isParenthesizedExpression(parent)) return false;
    if (isTyped && isNamed(parent.getTypeNode())) return true;
    node = parent;
  }
}

/** Whether a text is this type, also from a namespace or inside `Readonly<...>` or `Promise<...>`. */
function namesType(text: string, type: string): boolean {
  const bare = text.replace(/^\w+<(.*)>$/, "$1").replace(/^(?:[\w$]+\.)+/, "");
  return bare.replaceAll("'", '"') === type;
}

function readName(property: Node, name: string): string {
  if (Node.isSpreadAssignment(property)) {
    const line = property.getStartLineNumber();
    throw new ScaffoldError(
      `${name}:${line}: ${property.getText()} hides which handlers there are. Bind its tools one by one, so that a new one is noticed.`,
    );
  }
  const key = (property as PropertyAssignment).getNameNode();
  const literal = Node.isComputedPropertyName(key) ? key.getExpression() : key;
  return Node.isStringLiteral(literal) ? literal.getLiteralValue() : literal.getText();
}

/** index.ts cannot be extended. The message gives the reason and the remedy. */
export class ScaffoldError extends Error {
  override readonly name = "ScaffoldError";
}
