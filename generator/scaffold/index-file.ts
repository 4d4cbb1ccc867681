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

/** The parsed index.ts, which builds the `Handlers` object. */
export interface IndexFile {
  readonly file: SourceFile;
  /** The object literal of type `Handlers`. */
  readonly handlers: ObjectLiteralExpression;
  /** Names of its properties. */
  readonly bound: readonly string[];
  /** Parameters of the function around it; empty if there is none. */
  readonly parameters: readonly ParameterDeclaration[];
}

/** @throws ScaffoldError if index.ts does not show which handlers it has, or where a new one belongs */
export function readIndex(text: string): IndexFile {
  refuseBroken(text);
  const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true });
  const file = project.createSourceFile("index.ts", text);
  const handlers = handlersObject(file);
  const enclosing = handlers.getFirstAncestor(Node.isFunctionLikeDeclaration);
  return {
    file,
    handlers,
    bound: handlers.getProperties().map((property) => readName(property, file)),
    parameters: enclosing?.getParameters() ?? [],
  };
}

function refuseBroken(text: string): void {
  const { diagnostics = [] } = ts.transpileModule(text, { reportDiagnostics: true });
  const [first] = diagnostics;
  if (!first) return;
  const line = text.slice(0, first.start ?? 0).split("\n").length;
  const message = ts.flattenDiagnosticMessageText(first.messageText, " ");
  throw new ScaffoldError(`index.ts:${line} is not valid TypeScript: ${message} Fix it first.`);
}

/** The object of type `Handlers`: the value of a variable, of a `satisfies`, or of a `return`. */
function handlersObject(file: SourceFile): ObjectLiteralExpression {
  const object = file.getDescendantsOfKind(SyntaxKind.ObjectLiteralExpression).find(isHandlers);
  if (object) return object;
  throw new ScaffoldError(
    "index.ts has no object literal of type `Handlers`. Write `export const handlers: Handlers = {};` there, or a function that returns one.",
  );
}

function isHandlers(object: ObjectLiteralExpression): boolean {
  for (let node: Node = object; ; ) {
    const parent: Node = node.getParentOrThrow();
    if (Node.isVariableDeclaration(parent)) return namesHandlers(parent.getTypeNode());
    if (Node.isArrowFunction(parent)) return namesHandlers(parent.getReturnTypeNode());
    if (Node.isReturnStatement(parent)) {
      const enclosing = parent.getFirstAncestor(Node.isFunctionLikeDeclaration);
      return namesHandlers(enclosing?.getReturnTypeNode());
    }
    const isTyped = Node.isSatisfiesExpression(parent) || Node.isAsExpression(parent);
    if (!isTyped && !Node.isParenthesizedExpression(parent)) return false;
    if (isTyped && namesHandlers(parent.getTypeNode())) return true;
    node = parent;
  }
}

/** Whether a type is `Handlers`, also from a namespace or inside `Readonly<...>` or `Promise<...>`. */
function namesHandlers(type: Node | undefined): boolean {
  return type !== undefined && /^(\w+<)?([\w$]+\.)*Handlers>?$/.test(type.getText());
}

function readName(property: Node, file: SourceFile): string {
  if (Node.isSpreadAssignment(property)) {
    const line = file.getLineAndColumnAtPos(property.getStart()).line;
    throw new ScaffoldError(
      `index.ts:${line}: ${property.getText()} hides which handlers there are. Bind its tools one by one, so that a new one is noticed.`,
    );
  }
  const name = (property as PropertyAssignment).getNameNode();
  const literal = Node.isComputedPropertyName(name) ? name.getExpression() : name;
  return Node.isStringLiteral(literal) ? literal.getLiteralValue() : literal.getText();
}

/** index.ts cannot be extended. The message says why, and what to do. */
export class ScaffoldError extends Error {
  override readonly name = "ScaffoldError";
}
