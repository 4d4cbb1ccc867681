/** Reads a request that names a template: `contact form for a plumber`. */
import type { FormDocument } from "./form-document.ts";
import { Coverage } from "./marks/coverage.ts";
import { trimSpan } from "./marks/span.ts";
import { readTokens, type Token } from "./marks/tokens.ts";
import { endOfOpener } from "./request.ts";
import type { TemplateName } from "./templates.ts";
import { ofGroup, type Words } from "./words.ts";

export interface TemplateRequest {
  readonly name: TemplateName;
  /** The document has no title and no questions: they come from the template. */
  readonly document: FormDocument;
}

/** A longer text says more than which form it wants. */
const MOST_WORDS = 12;

/**
 * A short line that begins or ends with the name of a template, behind words such as "please create a".
 * @returns undefined also where it begins with one name and ends with another of the same length
 */
export function readTemplateRequest(source: string, words: Words): TemplateRequest | undefined {
  const line = trimSpan(source, { from: 0, to: source.length });
  if (/[\n\r]/.test(source.slice(line.from, line.to))) return undefined;
  const tokens = readTokens(source, line);
  if (tokens.filter(({ kind }) => kind !== "sign").length > MOST_WORDS) return undefined;
  // After a colon comes a list with the contents of the form.
  if (tokens.some(({ key }) => key === ":")) return undefined;
  const begin = endOfOpener({ words }, tokens);
  const named = findNameAtEnds(tokens, begin, words);
  if (!named) return undefined;
  const coverage = new Coverage(source);
  if (begin > 0) coverage.addWord({ from: line.from, to: tokens[begin - 1]!.to });
  coverage.addWord({ from: tokens[named.from]!.from, to: tokens[named.to - 1]!.to });
  const end = tokens.at(-1)!;
  if (isFullStop(end)) coverage.addMark(end);
  return { name: named.name, document: requestDocument(coverage) };
}

interface Named {
  readonly name: TemplateName;
  /** Tokens. */
  readonly from: number;
  readonly to: number;
}

function findNameAtEnds(tokens: readonly Token[], begin: number, words: Words): Named | undefined {
  const last = tokens.length - (isFullStop(tokens.at(-1)) ? 1 : 0);
  const first = findNameAt(tokens, begin, words);
  const others = tokens.keys().flatMap((from) => {
    const found = from > begin ? findNameAt(tokens, from, words) : undefined;
    return found?.to === last ? [found] : [];
  });
  const final = others.next().value;
  if (!first || !final || first.name === final.name) return first ?? final;
  const [one, other] = [first, final].map(({ from, to }) => to - from) as [number, number];
  if (one === other) return undefined;
  return one > other ? first : final;
}

function findNameAt(tokens: readonly Token[], from: number, words: Words): Named | undefined {
  const found = words.at(tokens, from, ofGroup("templates"));
  return found && { name: found.name.slice("templates.".length) as TemplateName, from, to: found.to };
}

function isFullStop(token: Token | undefined): boolean {
  return token !== undefined && ".!".includes(token.key);
}

function requestDocument(coverage: Coverage): FormDocument {
  const line = { from: 0, to: coverage.source.length };
  return {
    source: coverage.source,
    lines: [{ kind: "request", ...line, leaves: coverage.leaves(line) }],
    title: undefined,
    description: undefined,
    elements: [],
    settings: [],
    problems: [],
    comments: [],
    lists: [],
    headings: [],
    unread: coverage.unread(),
  };
}
