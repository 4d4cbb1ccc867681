/** Guesses what names and shapes of tools say about their behaviour. Each guess is marked in the spec, for a person to judge. */
import { isSchemaObject } from "../schema/keywords.ts";
import type { Entry, Listing } from "./listing.ts";

const reading = words("get list search find read fetch query show describe count view lookup browse check");
const making = words("create add new make open start insert");
const ending = words("delete remove archive close cancel destroy end");
const changing = words("update edit set write move rename send post put patch publish upload assign merge");

/** Whether the name of a tool says that it reads or writes; `undefined` where it says neither, or annotations say it. */
export function guessedAccess({ name, annotations = {} }: Entry): "read" | "write" | undefined {
  if (annotations.readOnlyHint !== undefined) return undefined;
  const verbs = partsOf(name);
  if (verbs.some((word) => making.has(word) || ending.has(word) || changing.has(word))) return "write";
  return verbs.some((word) => reading.has(word)) ? "read" : undefined;
}

/** An entity that names of tools suggest: what makes one, what shows one, what ends one. */
export interface GuessedEntity {
  readonly name: string;
  /** The property with its id, in what makes it: the name of the argument where the output is not known. */
  readonly id: string;
  readonly madeBy: string;
  readonly endedBy?: string;
  readonly observedBy: readonly string[];
}

/** Entities that one tool makes and another takes the id of: `create_issue` and `get_issue`. */
export function guessEntities(listing: Listing): GuessedEntity[] {
  // The guess is written into a comment, where other names could end it.
  const tools = listing.tools.filter(({ name }) => /^[\w./-]+$/.test(name));
  const makers = tools.flatMap((tool) => nounsAfter(tool, making).map((noun) => ({ tool, noun })));
  const nouns = [...new Set(makers.map(({ noun }) => noun))];
  return nouns.flatMap((noun): GuessedEntity[] => {
    const maker = makers.find((each) => each.noun === noun)!.tool;
    const about = (verbs: ReadonlySet<string>) =>
      tools.filter((tool) => nounsAfter(tool, verbs).includes(noun));
    const ender = about(ending).find((tool) => idOf(tool, noun) !== undefined);
    const observers = about(reading);
    const taker = [...observers, ...(ender ? [ender] : [])].find((tool) => idOf(tool, noun) !== undefined);
    if (!taker) return [];
    const argument = idOf(taker, noun)!;
    const made = Object.keys(propertiesOf(maker.outputSchema));
    return [
      {
        name: noun,
        id: made.find((name) => isId(name, noun)) ?? argument,
        madeBy: maker.name,
        ...(ender && { endedBy: ender.name }),
        observedBy: observers.map(({ name }) => name),
      },
    ];
  });
}

/** The key `pages`, as the arguments and the result of a list suggest it. */
export interface GuessedPages {
  readonly cursor: string;
  readonly next: string;
  readonly items: string;
  readonly id: string;
  readonly total?: string;
  readonly limit?: string;
}

const cursors = ["cursor", "page_token", "pageToken", "next_token", "nextToken", "start_cursor", "after"];
const nexts = ["next_cursor", "nextCursor", "next_page_token", "nextPageToken", "next_token", "nextToken"];
const limits = [
  "limit",
  "page_size",
  "pageSize",
  "per_page",
  "perPage",
  "max_results",
  "maxResults",
  "first",
];
const totals = ["total", "total_count", "totalCount", "total_results", "totalResults"];

export function guessedPages({ inputSchema, outputSchema }: Entry): GuessedPages | undefined {
  const input = propertiesOf(inputSchema);
  const output = propertiesOf(outputSchema);
  const cursor = cursors.find((name) => Object.hasOwn(input, name));
  const next = nexts.find((name) => Object.hasOwn(output, name));
  const lists = Object.entries(output).flatMap(([name, schema]) => {
    const item = isSchemaObject(schema) && isSchemaObject(schema.items) ? schema.items : undefined;
    const id = Object.keys(propertiesOf(item)).find((property) => /^id$|(_id|Id)$/.test(property));
    return id === undefined ? [] : [{ name, id }];
  });
  const [list] = lists;
  if (cursor === undefined || next === undefined || lists.length !== 1 || !list) return undefined;
  const total = totals.find((name) => isNumber(output[name]));
  const limit = limits.find((name) => isNumber(input[name]));
  return {
    cursor,
    next: `/${next}`,
    items: `/${list.name}`,
    id: list.id,
    ...(total !== undefined && { total: `/${total}` }),
    ...(limit !== undefined && { limit }),
  };
}

/** What the verbs of a name are about, in the singular: `list_open_issues` is about `issue`. */
function nounsAfter({ name }: Entry, verbs: ReadonlySet<string>): string[] {
  const parts = partsOf(name);
  const verb = parts.findIndex((part) => verbs.has(part));
  const noun = parts.at(-1)!;
  return verb === -1 || verb === parts.length - 1 ? [] : [singular(noun)];
}

function singular(noun: string): string {
  if (/ies$/.test(noun) && noun.length > 4) return noun.replace(/ies$/, "y");
  if (/(ses|xes|zes|ches|shes)$/.test(noun)) return noun.slice(0, -2);
  return /[^s]s$/.test(noun) ? noun.slice(0, -1) : noun;
}

/** The argument that takes the id of such an entity. */
function idOf({ inputSchema }: Entry, noun: string): string | undefined {
  return Object.keys(propertiesOf(inputSchema)).find((name) => isId(name, noun));
}

function isId(name: string, noun: string): boolean {
  const parts = partsOf(name);
  return parts.at(-1) === "id" && (parts.length === 1 || parts.at(-2) === noun);
}

/** `API-post-page`, `createIssue`, `files.create_folder`: the words of a name, in lower case. */
function partsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== "");
}

function propertiesOf(schema: unknown): Readonly<Record<string, unknown>> {
  return isSchemaObject(schema) && isSchemaObject(schema.properties) ? schema.properties : {};
}

function isNumber(schema: unknown): boolean {
  return isSchemaObject(schema) && (schema.type === "integer" || schema.type === "number");
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}
