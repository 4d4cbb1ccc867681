/** Mutants: patches that a program makes, one for each place of a source file at which an operator fits. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ts } from "ts-morph";
import type { Patch } from "./patches.ts";

/** A changed expression of a source file. */
interface Mutation {
  /** The value of the mutant, as code in which `value__` is that of the node. If absent, it is `after`. */
  readonly mutantValue?: string;
  /** The node that is replaced. */
  readonly node: ts.Node;
  /** The value before the change, as code. If absent, it is the value of the node, which is then evaluated twice. */
  readonly before?: string;
  readonly after: string;
}

/**
 * The environment variable with the file in which the copy notes that a mutant gave another value than the original expression.
 * A mutant that never does so changes no answer (weak mutation, Howden 1982).
 */
export const effectVariable = "MUTANT_EFFECT_FILE";

/** The code that is appended to a mutated file. It is at the end so that the numbers of lines stay the same. */
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

/** The wrong operator for each operator of JavaScript, and of SQL in a query. */
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
    const refuses = ts.isIfStatement(node) && isExit(node.thenStatement);
    return refuses
      ? [
          {
            node: node.expression,
            before: `!!(${node.expression.getText()})`,
            after: "false",
            mutantValue: "value__ ? false : value__",
          },
        ]
      : [];
  },
  query(node) {
    if (!ts.isCallExpression(node)) return [];
    const [, operator, value] = node.arguments;
    const other = value && ts.isStringLiteral(operator!) && otherOperators[operator.text];
    const comparison = other ? [{ node: operator, after: JSON.stringify(other) }] : [];
    const receiver = findReceiver(node, querySteps);
    // Query builders have only private fields, so any two of them compare as equal.
    return receiver ? [...comparison, { node, before: "undefined", after: receiver }] : comparison;
  },
  list(node) {
    const receiver = findReceiver(node, listSteps);
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

/** Lists all mutants of the source files of a folder. `folder` and the files of the patches are relative to `root`. */
export function findMutants(root: string, folder: string): readonly Patch[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((path) => join(folder, path))
    .filter((path) => /(?<!\.d)\.ts$/.test(path) && !/[/\\](test|client|node_modules)[/\\]/.test(path))
    .sort()
    .flatMap((file) => listMutants(file, readFileSync(join(root, file), "utf8")));
}

/** Lists all mutants of a source file. `file` is its path. */
export function listMutants(file: string, text: string): readonly Patch[] {
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

  function toPatch(
    operator: string,
    { node, before, after, mutantValue = after }: Mutation,
  ): readonly Patch[] {
    if (before === undefined && hasEffect(node)) return [];
    const at = node.getStart();
    const { line, character } = source.getLineAndCharacterOfPosition(at);
    const find = node.getText();
    const replace = `mutated__(${before ?? find}, () => (${after}))`;
    const [shown, other] = [find, after].map((code) => code.replaceAll(/\s+/g, " ").slice(0, 200));
    return [
      {
        id: `${operator}/${file}:${line + 1}:${character + 1}+${find.length}`,
        key: `${operator}/${file}#${nameFunctionAround(node)} ${shown} -> ${other}`,
        operator,
        description: `${shown} -> ${other}`,
        isMutant: true,
        edits: [{ file, find, replace, at, ...(isPure(node, after) && { mutantValue }) }],
      },
    ];
  }
}

/** Returns the name of the function or method around a node; empty outside of functions. */
function nameFunctionAround(node: ts.Node): string {
  for (let each = node.parent; each; each = each.parent) {
    if (ts.isFunctionDeclaration(each) || ts.isMethodDeclaration(each)) return each.name?.getText() ?? "";
    if (!ts.isVariableDeclaration(each) || each.initializer === undefined) continue;
    if (ts.isArrowFunction(each.initializer)) return each.name.getText();
  }
  return "";
}

/** Returns the receiver of a method call as code, if the method has one of these names and the receiver can be evaluated twice. */
function findReceiver(node: ts.Node, names: RegExp): string | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { name, expression } = node.expression;
  // Parentheses inside an optional chain would change how much of it is skipped.
  const isWhole = names.test(name.text) && !ts.isOptionalChain(node) && !hasEffect(expression);
  return isWhole ? expression.getText() : undefined;
}

/** Returns whether an expression has an effect, so that it cannot be evaluated twice. */
function hasEffect(node: ts.Node): boolean {
  if (ts.isAwaitExpression(node) || ts.isYieldExpression(node) || ts.isPostfixUnaryExpression(node))
    return true;
  if (ts.isPrefixUnaryExpression(node)) return /^(\+\+|--)/.test(node.getText());
  if (ts.isBinaryExpression(node) && /^[^=!<>]*=$/.test(node.operatorToken.getText())) return true;
  return ts.forEachChild(node, (child) => hasEffect(child) || undefined) ?? false;
}

/** Methods and functions that change nothing. */
const pureCalls =
  /^(Array\.isArray|Boolean|Number|Number\.\w+|Object\.(hasOwn|keys|values|entries)|String|Math\.\w+)$|\.(at|endsWith|every|filter|find|findIndex|findLast|flatMap|get|has|includes|indexOf|join|map|slice|some|split|startsWith|test|toLowerCase|toSorted|toUpperCase|trim)$/;

/** Returns whether the code of a mutant can be evaluated beside the node that it replaces: all that it calls changes nothing. */
function isPure(node: ts.Node, after: string): boolean {
  if (/^(null|undefined|false|!true|!false)$/.test(after)) return !isCallStatement(node);
  return !hasEffect(node) && onlyCallsPure(node);
}

function isCallStatement({ parent }: ts.Node): boolean {
  return ts.isExpressionStatement(parent);
}

function onlyCallsPure(node: ts.Node): boolean {
  if (ts.isNewExpression(node) || ts.isTaggedTemplateExpression(node)) return false;
  if (ts.isCallExpression(node) && !pureCalls.test(node.expression.getText().replaceAll("?.", ".")))
    return false;
  return ts.forEachChild(node, (child) => !onlyCallsPure(child) || undefined) === undefined;
}

/** Returns whether a branch ends with `throw` or `return`. */
function isExit(branch: ts.Statement): boolean {
  const last = ts.isBlock(branch) ? branch.statements.at(-1) : branch;
  return last !== undefined && (ts.isThrowStatement(last) || ts.isReturnStatement(last));
}
