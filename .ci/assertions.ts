import { ts } from "ts-morph";

/** Counts assertions that overrule the compiler: `as T`, `<T>value`, `value!`, `name!: T`. `as const` does not count. */
export function countAssertions(path: string, text: string): number {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  let count = 0;
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, kind));
  return count;

  function visit(node: ts.Node): void {
    if (overrulesCompiler(node)) count++;
    ts.forEachChild(node, visit);
  }
}

function overrulesCompiler(node: ts.Node): boolean {
  if (ts.isAssertionExpression(node)) return !ts.isConstTypeReference(node.type);
  if (ts.isPropertyDeclaration(node) || ts.isVariableDeclaration(node))
    return node.exclamationToken !== undefined;
  return ts.isNonNullExpression(node);
}
