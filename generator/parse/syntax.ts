/** Diagnostics of text that is not UTF-8 or not YAML. */
import { isNode, type Node, visit, type YAMLParseError, type YAMLWarning, type Document as Yaml } from "yaml";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { keyText } from "./json-data.ts";
import type { SpecSource } from "./source.ts";
import type { PlaceOf } from "./text-positions.ts";

/** The rules for the text of a spec file, by code. */
export const textSentences = {
  encoding: "A spec file is text in UTF-8, whose lines end in LF or CRLF.",
  yaml: "A spec file is valid YAML 1.2.",
  "duplicate-key": "A key stands only once in a map.",
  "json-value": "A value is one that JSON can hold.",
} as const;

export function textProblem(
  code: keyof typeof textSentences,
): Pick<Diagnostic, "severity" | "code" | "message"> {
  return { severity: "error", code, message: textSentences[code] };
}

/** Problems that make a text unreadable. */
export function encodingProblems({ text, isInvalidUtf8 }: SpecSource, placeOf: PlaceOf): Diagnostic[] {
  const problem = textProblem("encoding");
  if (isInvalidUtf8) {
    const start = Math.max(0, text.indexOf("\uFFFD"));
    const detail = text.includes("\0") ? "This looks like UTF-16." : "These bytes are not UTF-8.";
    return [{ ...problem, detail, hint: "Save the file as UTF-8.", place: placeOf(start, start + 1) }];
  }
  const lone = /\r(?!\n)/.exec(text);
  if (!lone) return [];
  const detail = "A line ends in CR alone here.";
  const place = placeOf(lone.index, lone.index + 1);
  return [{ ...problem, detail, hint: "Save the file with LF or CRLF.", place }];
}

/** The first problem, and the duplicate keys before it. Later problems are mostly consequences of the first. */
export function syntaxProblems(yaml: Yaml, text: string, placeOf: PlaceOf): Diagnostic[] {
  const problems = [...yaml.errors, ...yaml.warnings].sort((a, b) => a.pos[0] - b.pos[0]);
  const first = problems.find(({ code }) => code !== "DUPLICATE_KEY");
  const duplicates = problems.filter(
    ({ code, pos }) => code === "DUPLICATE_KEY" && pos[0] < (first?.pos[0] ?? Number.POSITIVE_INFINITY),
  );
  const version = yaml.directives?.yaml;
  if (!first && version?.explicit && version.version !== "1.2") {
    const detail = `It says that it is YAML ${version.version}.`;
    return [{ ...textProblem("yaml"), detail, hint: "Remove the %YAML line.", place: placeOf(0, 5) }];
  }
  return [
    ...(first
      ? [
          {
            ...textProblem("yaml"),
            ...explainMistake(first, text),
            place: placeOf(first.pos[0], first.pos[1]),
          },
        ]
      : []),
    ...duplicates.map(({ pos }) => duplicateKey(yaml, pos[0], placeOf)),
  ];
}

const quotesHint = 'Put the text in quotes: "...".';

const hints: Readonly<Record<string, string>> = {
  BAD_DQ_ESCAPE: "In double quotes a backslash is written twice. In single quotes it stands for itself.",
  BAD_INDENT: "Start it in the same column as the lines beside it.",
  BAD_SCALAR_START: quotesHint,
  MULTIPLE_DOCS: "Put each document in its own file.",
  MULTILINE_IMPLICIT_KEY: "After a key come a colon and a space; a text that goes on is indented.",
  TAB_AS_INDENT: "Indent with spaces.",
};

/** The problem of the parser in plain words, and a hint for the known ones. */
function explainMistake(
  { code, message, pos }: YAMLParseError | YAMLWarning,
  text: string,
): Pick<Diagnostic, "detail" | "hint"> {
  const words = message.trim();
  const detail = /[.!?]$/.test(words) ? words : `${words}.`;
  if (code === "MULTIPLE_DOCS")
    return { detail: "A second document begins here; a spec file holds one.", hint: hints[code]! };
  if (code === "BLOCK_AS_IMPLICIT_KEY") return nestedMapProblem(text, pos[0]);
  if (code === "MULTILINE_IMPLICIT_KEY" && text.startsWith("//", pos[0]))
    return { detail: "Two slashes are not a comment.", hint: "A comment begins with #." };
  if (code === "MISSING_CHAR" && words.startsWith("Implicit map keys"))
    return { detail: "A key has no value.", hint: "After a key come a colon and a space: `key: value`." };
  if (code === "UNEXPECTED_TOKEN" && words.endsWith("at node end"))
    return {
      detail: "The value ended before this.",
      hint: "If the whole value is one text, put it in quotes.",
    };
  const hint = hints[code];
  return { detail, ...(hint && { hint }) };
}

/** A key begins inside a value. Mostly a text contains a colon, or a line is indented too far. */
function nestedMapProblem(text: string, start: number): Pick<Diagnostic, "detail" | "hint"> {
  const end = text.indexOf("\n", start);
  const line = text.slice(start, end === -1 ? undefined : end);
  return /:(\s|$)/.test(line)
    ? { detail: "A colon and a space make this a key, where a value is expected.", hint: quotesHint }
    : {
        detail: "Deeper lines follow this value, as if it were a map.",
        hint: "Indent the next line no deeper than the key of this one.",
      };
}

function duplicateKey(yaml: Yaml, start: number, placeOf: PlaceOf): Diagnostic {
  const duplicates: { key: unknown; first: unknown }[] = [];
  visit(yaml, {
    Map(_, { items }) {
      const pair = items.find(({ key }) => nodeRange(key)?.[0] === start);
      const first = pair && items.find(({ key }) => keyText(key) === keyText(pair.key));
      if (pair && first) duplicates.push({ key: pair.key, first: first.key });
    },
  });
  const range = nodeRange(duplicates[0]?.key) ?? ([start, start + 1] as const);
  const first = nodeRange(duplicates[0]?.first);
  return {
    ...textProblem("duplicate-key"),
    detail: `${JSON.stringify(keyText(duplicates[0]?.key))} is already in the map.`,
    place: placeOf(range[0], range[1]),
    ...(first && { related: [{ place: placeOf(first[0], first[1]), message: "The first one is here." }] }),
  };
}

/** The range of a node in the text; `undefined` for an empty node. */
export function nodeRange(node: unknown): [number, number] | undefined {
  if (!isNode(node)) return undefined;
  const range = (node as Node).range;
  if (!range || range[0] === range[1]) return undefined;
  return [range[0], range[1]];
}
