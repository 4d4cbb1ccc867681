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
import { ScaffoldError } from "./error.ts";

/** index.ts, read: the one place that puts `Handlers` together. */
export interface IndexFile {
  readonly file: SourceFile;
  /** The object literal that is a `Handlers`. */
  readonly handlers: ObjectLiteralExpression;
  /** Names of its properties. */
  readonly bound: readonly string[];
  /** Parameters of the function that makes it; none where it is made without one. */
  readonly parameters: readonly ParameterDeclaration[];
}

/** @throws ScaffoldError where it cannot be told which handlers are there, or where a new one belongs. */
export function readIndex(text: string): IndexFile {
  refuseBroken(text);
  const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true });
  const file = project.createSourceFile("index.ts", text);
  const handlers = handlersObject(file);
  const maker = handlers.getFirstAncestor(Node.isFunctionLikeDeclaration);
  return {
    file,
    handlers,
    bound: handlers.getProperties().map((property) => nameOf(property, file)),
    parameters: maker?.getParameters() ?? [],
  };
}

function refuseBroken(text: string): void {
  const { diagnostics = [] } = ts.transpileModule(text, { reportDiagnostics: true });
  const [first] = diagnostics;
  if (!first) return;
  const line = text.slice(0, first.start ?? 0).split("\n").length;
  const message = ts.flattenDiagnosticMessageText(first.messageText, " ");
  throw new ScaffoldError(`index.ts:${line} is not valid TypeScript: ${message} Mend it first.`);
}

/** A variable's value, what `satisfies` checks, or what a function returns. */
function handlersObject(file: SourceFile): ObjectLiteralExpression {
  const found = file.getDescendantsOfKind(SyntaxKind.ObjectLiteralExpression).find(isHandlers);
  if (found) return found;
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
      const maker = parent.getFirstAncestor(Node.isFunctionLikeDeclaration);
      return namesHandlers(maker?.getReturnTypeNode());
    }
    const isTyped = Node.isSatisfiesExpression(parent) || Node.isAsExpression(parent);
    if (!isTyped && !Node.isParenthesizedExpression(parent)) return false;
    if (isTyped && namesHandlers(parent.getTypeNode())) return true;
    node = parent;
  }
}

/** `Handlers`, also out of a namespace or inside of `Readonly<...>` and `Promise<...>`. */
function namesHandlers(type: Node | undefined): boolean {
  return type !== undefined && /^(\w+<)?([\w$]+\.)*Handlers>?$/.test(type.getText());
}

function nameOf(property: Node, file: SourceFile): string {
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
