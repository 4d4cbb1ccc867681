/** Rules that compare the tools of a server with each other. */
import type { PublishedTool } from "../surface/published-interface.ts";
import type { Span } from "./frame.ts";
import { type Breach, type DescriptionRule, showDescription } from "./rule.ts";
import { claudeReviewCriteria, toolDefinitionQuality } from "./sources.ts";
import { mostRead, splitText } from "./words.ts";

/** A sentence that so many tools repeat is about the server. */
const manyTools = 5;
/** Shorter sentences are headings: `Use this tool when you need to:`. */
const wordsOfSentence = 5;
/** As many tools have the first word of their names in common, before an unknown name with that word counts. */
const commonPrefix = 3;

/** A name with `_` after a word by which tools are named: ``use `list_pages` ``. */
const mention =
  /\b(?:use|using|call|calling|run|invoke|see|via|with|from)\s{1,3}(?:the\s{1,3})?[`'"]?([a-z]{2,30}(?:_[a-z0-9]{1,30}){1,6})(?![\w(])/gi;

export const setRules: readonly DescriptionRule[] = [
  {
    code: "descriptions-equal",
    says: "Two tools have the same description.",
    sentence: "No two tools have the same description.",
    level: "advice",
    why: "A model that knows only the names has nothing to choose by.",
    advice: "Say in each what the other does not do.",
    source: toolDefinitionQuality,
    bad: [makeTool("find_note", "Looks for notes."), makeTool("search_notes", "Looks for notes.")],
    good: [
      makeTool("find_note", "Looks for a note by its title."),
      makeTool("search_notes", "Looks for words in all notes."),
    ],
    find: findEqualDescriptions,
  },
  {
    code: "sentence-repeated",
    says: "The descriptions of 5 or more tools repeat a sentence.",
    sentence: "A sentence is in the descriptions of fewer than 5 tools.",
    level: "note",
    why: "Every request pays for each copy, and the sentences in which tools differ are harder to see.",
    advice: "Say it once, in the `instructions` of the server.",
    source: toolDefinitionQuality,
    bad: makeNotes("Only works with notes of the open notebook."),
    good: makeNotes(""),
    find: findRepeatedSentences,
  },
  {
    code: "unknown-tool",
    says: "A description names a tool that is not in the list.",
    sentence: "A description names only tools that are in the list.",
    level: "advice",
    why: "A model calls the tool that it is told of, and gets an error.",
    advice:
      "Name the tool as it is called now, or leave the reference out where the other tool is switched off.",
    source: claudeReviewCriteria,
    bad: [...makeNotes(""), makeTool("note_export", "Exports a note. For several, use note_export_many.")],
    good: [...makeNotes(""), makeTool("note_export", "Exports a note. To show it, use note_read.")],
    find: findUnknownTools,
  },
];

function findEqualDescriptions(tools: readonly PublishedTool[]): Breach[] {
  const byText = Map.groupBy(tools, ({ description = "" }) => description.trim().toLowerCase());
  return [...byText]
    .filter(([text, same]) => text !== "" && same.length > 1)
    .flatMap(([, same]) => same.map((each) => showDescription(each)));
}

interface Sentence extends Span {
  /** Its words, by which copies are recognised. */
  readonly words: string;
}

function listSentences({ description = "" }: PublishedTool): Sentence[] {
  const parts = description.slice(0, mostRead).matchAll(/[^\s.!?][^.!?\n]*/g);
  return Array.from(parts, ({ 0: text, index }) => {
    const words = splitText(text).join(" ");
    return { words, start: index, end: index + text.length };
  }).filter(({ words }) => words.split(" ").length >= wordsOfSentence);
}

/** The first repeated sentence of each tool. */
function findRepeatedSentences(tools: readonly PublishedTool[]): Breach[] {
  const sentences = tools.map(listSentences);
  const counts = new Map<string, number>();
  for (const list of sentences)
    for (const words of new Set(list.map(({ words }) => words)))
      counts.set(words, (counts.get(words) ?? 0) + 1);
  return tools.flatMap((each, index) => {
    const repeated = sentences[index]!.find(({ words }) => counts.get(words)! >= manyTools);
    return repeated ? [showDescription(each, repeated)] : [];
  });
}

/** Only names with a prefix of this server count: others may be fields, files or tools of other servers. */
function findUnknownTools(tools: readonly PublishedTool[]): Breach[] {
  const names = tools.map(({ name }) => name);
  const prefixes = Map.groupBy(names, (name) => name.split("_")[0]!);
  const isForeign = (name: string) => (prefixes.get(name.split("_")[0]!)?.length ?? 0) < commonPrefix;
  const isTool = (name: string) =>
    names.some((other) => other === name || other.endsWith(`_${name}`) || name.endsWith(`_${other}`));
  const mentions = tools.map(({ description = "" }) =>
    listMentions(description).filter(({ name }) => !isForeign(name) && !isTool(name)),
  );
  if (mentions.every(({ length }) => length === 0)) return [];
  const known = listSchemaWords(tools);
  return tools.flatMap((each, index) => {
    const unknown = mentions[index]!.find(({ name }) => !known.has(name));
    return unknown ? [showDescription(each, unknown)] : [];
  });
}

function listMentions(description: string): (Span & { readonly name: string })[] {
  const matches = description.slice(0, mostRead).matchAll(mention);
  return Array.from(matches, ({ 0: text, 1: name = "", index }) => {
    const end = index + text.length;
    return { name, start: end - name.length, end };
  });
}

/** Arguments, fields and values, which descriptions name as they name tools. */
function listSchemaWords(tools: readonly PublishedTool[]): Set<string> {
  const schemas = tools.map(({ inputSchema, outputSchema }) => JSON.stringify([inputSchema, outputSchema]));
  return new Set(schemas.flatMap((text) => Array.from(text.matchAll(/\w+/g), ([word]) => word)));
}

function makeTool(name: string, description: string): PublishedTool {
  return { name, description, inputSchema: { type: "object" } };
}

function makeNotes(sentence: string): PublishedTool[] {
  const descriptions = {
    note_read: "Reads a note.",
    note_create: "Creates a note.",
    note_rename: "Gives a note another title.",
    note_move: "Moves a note to another notebook.",
    note_delete: "Deletes a note for good.",
  };
  return Object.entries(descriptions).map(([name, text]) => makeTool(name, `${text} ${sentence}`.trim()));
}
