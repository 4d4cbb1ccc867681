/** Mutants: patches that a program makes, one for each place of a source file at which an operator fits. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ts } from "ts-morph";
import type { Patch } from "./patches.ts";

/** What a mutant has in place of an expression. */
interface Mutation {
  /** The node that is replaced. */
  readonly node: ts.Node;
  /** The value that is compared with the other one, as code. Absent: that of the node, which may be evaluated twice. */
  readonly before?: string;
  readonly after: string;
}

/**
 * Where the copy notes that a mutant came into play: it gave another value than the expression in its place. A mutant that never
 * does changes no answer (weak mutation, Howden 1982).
 */
export const effectVariable = "MUTANT_EFFECT_FILE";

/** Stands at the end of a mutated file, so that no line of it moves. */
export const tracer = `
function mutated__(before, mutant) {
  let isOther = true;
  try {
    const after = mutant();
    isOther = !process.getBuiltinModule("node:util").isDeepStrictEqual(before, after);
    return after;
  } finally {
    if (isOther && process.env.${effectVariable})
      process.getBuiltinModule("node:fs").writeFileSync(process.env.${effectVariable}, "");
  }
}
`;

/** What operators of JavaScript and of SQL, as a query names them, are mistaken for. */
const otherOperators: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "&&": "||",
  "||": "&&",
  "=": "!=",
  is: "is not",
  "is not": "is",
};

const querySteps = /^(where|whereRef|having|orderBy|limit|offset|on|onRef)$/;
const listSteps = /^(filter|toSorted|toReversed|slice)$/;

const operators: Readonly<Record<string, (node: ts.Node) => readonly Mutation[]>> = {
  condition(node) {
    if (!ts.isBinaryExpression(node)) return [];
    const { left, operatorToken, right } = node;
    const other = otherOperators[operatorToken.getText()];
    return other === undefined ? [] : [{ node, after: `${left.getText()} ${other} ${right.getText()}` }];
  },
  check(node) {
    const refuses = ts.isIfStatement(node) && leaves(node.thenStatement);
    return refuses
      ? [{ node: node.expression, before: `!!(${node.expression.getText()})`, after: "false" }]
      : [];
  },
  query(node) {
    if (!ts.isCallExpression(node)) return [];
    const [, operator, value] = node.arguments;
    const other = value && ts.isStringLiteral(operator!) && otherOperators[operator.text];
    const comparison = other ? [{ node: operator, after: JSON.stringify(other) }] : [];
    const receiver = receiverOf(node, querySteps);
    // Builders keep what they hold private, so that two of them seem equal.
    return receiver ? [...comparison, { node, before: "undefined", after: receiver }] : comparison;
  },
  list(node) {
    const receiver = receiverOf(node, listSteps);
    return receiver ? [{ node, after: receiver }] : [];
  },
  bound(node) {
    const isBound = ts.isNumericLiteral(node) && !("name" in node.parent && node.parent.name === node);
    return isBound ? [{ node, after: `${node.text} + 1` }] : [];
  },
  return(node) {
    const value = ts.isReturnStatement(node) ? node.expression : undefined;
    if (value === undefined) return [];
    if (/^(true|false)$/.test(value.getText())) return [{ node: value, after: `!${value.getText()}` }];
    return ts.isObjectLiteralExpression(value)
      ? value.properties.filter(ts.isPropertyAssignment).map(({ initializer }) => ({
          node: initializer,
          before: initializer.getText(),
          after: "undefined",
        }))
      : [];
  },
  effect(node) {
    if (!ts.isExpressionStatement(node) || !ts.isBlock(node.parent)) return [];
    const { expression } = node;
    const call = ts.isAwaitExpression(expression) ? expression.expression : expression;
    return ts.isCallExpression(call) ? [{ node: expression, before: "undefined", after: "null" }] : [];
  },
};

/** All mutants of the source files of a folder. `folder` is below `root`, from where the files of patches count. */
export function findMutants(root: string, folder: string): readonly Patch[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((path) => join(folder, path))
    .filter((path) => /(?<!\.d)\.ts$/.test(path) && !/[/\\](test|client|node_modules)[/\\]/.test(path))
    .sort()
    .flatMap((file) => mutantsOf(file, readFileSync(join(root, file), "utf8")));
}

/** All mutants of a source file, by its path. */
export function mutantsOf(file: string, text: string): readonly Patch[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const mutants: Patch[] = [];
  visit(source);
  return mutants;

  function visit(node: ts.Node): void {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    for (const [operator, mutate] of Object.entries(operators))
      mutants.push(...mutate(node).flatMap((mutation) => toPatch(operator, mutation)));
    ts.forEachChild(node, visit);
  }

  function toPatch(operator: string, { node, before, after }: Mutation): readonly Patch[] {
    if (before === undefined && hasEffect(node)) return [];
    const at = node.getStart();
    const { line, character } = source.getLineAndCharacterOfPosition(at);
    const find = node.getText();
    const replace = `mutated__(${before ?? find}, () => (${after}))`;
    const [shown, other] = [find, after].map((code) => code.replaceAll(/\s+/g, " ").slice(0, 200));
    return [
      {
        id: `${operator}/${file}:${line + 1}:${character + 1}+${find.length}`,
        operator,
        description: `${shown} -> ${other}`,
        isMutant: true,
        edits: [{ file, find, replace, at }],
      },
    ];
  }
}

/** What a call of a method is made on, if its name is one of these, and it can be evaluated twice. */
function receiverOf(node: ts.Node, names: RegExp): string | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { name, expression } = node.expression;
  // Parentheses around a part of an optional chain would end what it skips.
  const isWhole = names.test(name.text) && !ts.isOptionalChain(node) && !hasEffect(expression);
  return isWhole ? expression.getText() : undefined;
}

/** Whether it does more than give a value, and cannot be evaluated twice. */
function hasEffect(node: ts.Node): boolean {
  if (ts.isAwaitExpression(node) || ts.isYieldExpression(node) || ts.isPostfixUnaryExpression(node))
    return true;
  if (ts.isPrefixUnaryExpression(node)) return /^(\+\+|--)/.test(node.getText());
  if (ts.isBinaryExpression(node) && /^[^=!<>]*=$/.test(node.operatorToken.getText())) return true;
  return ts.forEachChild(node, (child) => hasEffect(child) || undefined) ?? false;
}

/** Whether a branch ends what it is in: a refusal, or an early return. */
function leaves(branch: ts.Statement): boolean {
  const last = ts.isBlock(branch) ? branch.statements.at(-1) : branch;
  return last !== undefined && (ts.isThrowStatement(last) || ts.isReturnStatement(last));
}
