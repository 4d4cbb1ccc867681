/** What names commonly mean, for what a spec cannot declare: `dry_run`, `include_comments`, `comment_count`, `created_at`. */
import type { Tool } from "../model/model.ts";
import { isWriter } from "./id-kinds.ts";
import type { Thing } from "./things.ts";
import type { Data } from "./values.ts";

/** Whether the caller only wants to see what a call would do. */
export function isDryRun(input: Data): boolean {
  return Object.entries(input).some(
    ([name, value]) => value === true && /^(is_?)?(dry_?run|preview|validate_?only)$/i.test(name),
  );
}

/** The properties that a result has only if an argument such as `include_comments` is true. */
export function optionalParts(tool: Tool): ReadonlyMap<string, string> {
  const { properties = {} } = tool.input.schema as { properties?: object };
  return new Map(
    Object.keys(properties).flatMap((name) => {
      const part = /^(?:include|with|show|return)_?(.+)$/i.exec(name)?.[1];
      return part === undefined ? [] : [[part, name]];
    }),
  );
}

/** The array that counts for a property: `comment_count`, `comments_count` and `number_of_comments` count `comments`. */
export function countedBy(property: string): readonly string[] {
  const [, noun] =
    /^(?:number_of_|num_|n_)(.+)$/.exec(property) ?? /^(.+?)_(?:count|total)$/.exec(property) ?? [];
  return noun === undefined ? [] : [noun, plural(noun)];
}

/** What a time in a result says, by its name. `published_at` of something that is published is when it became that. */
export function timeOf(property: string, thing: Thing): number | "never" | undefined {
  const name = property.replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();
  const event = /^(.+?)_(?:at|on|time|date)$/.exec(name)?.[1] ?? name;
  if (/^(created?|written|made|added|reported|opened|registered)$/.test(event)) return thing.createdAt;
  if (/^(updated?|modified|changed|edited|last_\w+)$/.test(event)) return thing.updatedAt;
  for (const machine of thing.kind.machines) {
    const state = thing.states.get(machine.name)!;
    if (state.value === event) return state.since;
    if (machine.transitions.some(({ from, to }) => to === event || from.includes(event))) return "never";
  }
  return undefined;
}

/**
 * A text that a call adds to a list of a thing, as `label` adds to `labels`, and the text of `comment_issue` to
 * `comments`. `isList` says whether the thing has such a list.
 */
export function addedTo(
  tool: Tool,
  input: Data,
  ids: readonly string[],
  isList: (property: string) => boolean,
): { readonly list: string; readonly item: string } | undefined {
  if (!isWriter(tool)) return undefined;
  const key = tool.behaviour.idempotency?.key;
  const texts = Object.entries(input).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === "string" && !ids.includes(`/${entry[0]}`) && key !== `/${entry[0]}`,
  );
  const named = texts.find(([name]) => isList(plural(name)));
  if (named) return { list: plural(named[0]), item: named[1] };
  const verb = tool.name.split(/[_.-]/).map(plural).find(isList);
  return verb !== undefined && texts.length === 1 ? { list: verb, item: texts[0]![1] } : undefined;
}

function plural(noun: string): string {
  return /(s|x|ch|sh)$/.test(noun)
    ? `${noun}es`
    : /[^aeiou]y$/.test(noun)
      ? `${noun.slice(0, -1)}ies`
      : `${noun}s`;
}

/** Properties that say whether there is a value: `has_password` and `password_protected` of `password`. */
export function flagsOf(argument: string): readonly string[] {
  return [`has_${argument}`, `${argument}_set`, `${argument}_protected`];
}

/** Whether a property says that the caller is the owner of what a result shows. */
export function isOwnership(property: string): boolean {
  return /^is_?(caller|owner|mine)$/i.test(property);
}

/** The names of arguments with which callers search for a text. */
export function isSearch(argument: string): boolean {
  return /^(query|q|search|search_?(text|term|query)|term|keywords?|text|name|title)$/i.test(argument);
}
