/** Holds the sentences of README and the guides to tests. The rules are in docs/decisions/promises.md. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

const repository = join(import.meta.dirname, "..");

/** The pages whose promises are checked, relative to the root of the repository. */
export const pages: readonly string[] = [
  "README.md",
  "evidence/features.md",
  "evidence/tasks.md",
  ...["docs", "impl/docs"].flatMap((folder) =>
    readdirSync(join(repository, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`),
  ),
  ...["json-schema", "runtime", "conformance", "check", "generator", "impl"].map(
    (name) => `${name}/README.md`,
  ),
];

/** The sources of all test files, by their path without `.test.ts` or `.ts`. */
export type TestSources = ReadonlyMap<string, string>;

export function readTestSources(): TestSources {
  const folders = ["json-schema", "runtime", "conformance", "check", "generator", "impl", "evidence"];
  const files = folders.flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, withFileTypes: true })
      .filter(({ name }) => /\.(test|proof|soak)\.ts$/.test(name))
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((file) => !/\/(node_modules|dist|template|fixtures|want)\//.test(file)),
  );
  return new Map(
    files.map((file) => [
      relative(repository, file).replace(/(\.test)?\.ts$/, ""),
      readFileSync(file, "utf8"),
    ]),
  );
}

/** A paragraph, list or table, with the comments below it. */
interface Block {
  readonly line: number;
  text: string;
  readonly comments: string[];
}

/** Words that promise something, and numbers. */
const PROMISE = /\b(only|cannot|not|never|always)\b|(?<![\p{L}\d])\d/iu;
/** Dates are versions, of MCP or of JSON Schema, and `RFC 8707`, `HTTP 401` and `OAuth 2.1` are names. */
const NAME_WITH_NUMBER = /\b(?=\w*[A-Z]\w*[A-Z])\w+[ -]\d[\d.-]*|\b\d{4}-\d{2}(-\d{2})?\b/g;
const LIST_ITEM = /^\s*([-*]|\d+\.) /;
const NO_TEST: ReadonlySet<string> = new Set(["instruction", "definition", "outside"]);

/** Returns the problems of a page: promises without a test, and tests that do not exist. */
export function claimProblems(text: string, tests: TestSources): string[] {
  const blocks = readBlocks(text);
  const [title] = blocks;
  const problems = blocks.flatMap(({ line, comments }) =>
    comments.flatMap((comment) => commentProblems(comment, tests).map((problem) => `${line}: ${problem}`)),
  );
  if (title?.comments.some((comment) => comment.startsWith("page:"))) return problems;
  const open = blocks
    .filter((block) => block.comments.length === 0)
    .flatMap((block) => promisesIn(block.text).map((promise) => `${block.line}: no test: ${promise}`));
  return [...problems, ...open];
}

/** Splits prose into blocks. Code and headings make no promises; the title is a block, so that it can have a comment. */
function readBlocks(text: string): Block[] {
  const prose = text
    .replace(/^([ \t]*)(```|~~~)[^\n]*\n[\s\S]*?^\1\2[ \t]*$/gm, blankLines)
    .replace(/^#{2,} .*$/gm, "");
  const blocks: Block[] = [];
  let line = 1;
  for (const part of prose.split(/(\n[ \t]*\n\s*|<!--[\s\S]*?-->)/)) {
    const last = blocks.at(-1);
    const comment = /^<!--\s*([\s\S]*?)\s*-->$/.exec(part)?.[1];
    if (comment !== undefined) last?.comments.push(comment);
    else if (part.trim() !== "") {
      const isSameList = last?.comments.length === 0 && LIST_ITEM.test(last.text) && LIST_ITEM.test(part);
      if (isSameList) last.text += `\n${part}`;
      else
        blocks.push({
          line: line + (/^\s*/.exec(part)![0].split("\n").length - 1),
          text: part,
          comments: [],
        });
    }
    line += part.split("\n").length - 1;
  }
  return blocks;
}

const blankLines = (text: string) => "\n".repeat(text.split("\n").length - 1);

function promisesIn(block: string): string[] {
  return block
    .replace(/^# .*$/m, "")
    .replace(/(`+)[\s\S]*?\1/g, "code")
    .replace(/\]\([^)]*\)/g, "]")
    .replace(NAME_WITH_NUMBER, "name")
    .replace(/^\s*\d+\. /gm, "")
    .split(/(?<=[.!?])\s+|\n(?=[|*-])/)
    .filter((sentence) => PROMISE.test(sentence))
    .map((sentence) => sentence.replace(/\s+/g, " ").trim());
}

function commentProblems(comment: string, tests: TestSources): string[] {
  const [, kind, rest = ""] = /^(test|page|no test|measured):\s*([\s\S]*)$/.exec(comment) ?? [];
  if (kind === undefined) return [`no comment of these: ${comment}`];
  if (kind === "no test") return NO_TEST.has(rest) ? [] : [`no reason: ${rest}`];
  if (kind === "measured") return existsSync(join(repository, rest)) ? [] : [`no file: ${rest}`];
  const named = [...rest.matchAll(/([\w./-]+) "([^"]+)"/g)];
  if (named.length === 0) return [`no test is named: ${rest}`];
  return named.flatMap(([, file = "", name = ""]) => {
    const found = [...tests].filter(([path]) => `/${path}`.endsWith(`/${file}`));
    if (found.length !== 1) return [`${found.length} test files: ${file}`];
    const source = found[0]![1];
    return ['"', "'", "`"].some((quote) => source.includes(quote + name))
      ? []
      : [`no test of ${file}: ${name}`];
  });
}

/** The page as it is packed: without the comments that name tests. */
export function withoutClaimComments(text: string): string {
  return text.replace(/<!-- (?:test|page|no test|measured):[\s\S]*?-->\n?/g, "");
}

if (import.meta.main) {
  const tests = readTestSources();
  for (const page of process.argv.length > 2 ? process.argv.slice(2) : pages)
    for (const problem of claimProblems(readFileSync(join(repository, page), "utf8"), tests))
      console.log(`${page}:${problem}`);
}
