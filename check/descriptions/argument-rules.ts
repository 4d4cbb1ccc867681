/** Rules about the arguments of a tool. */
import { isSchemaObject, type SchemaObject } from "@toolwright/json-schema";
import type { PublishedTool } from "../surface/published-interface.ts";
import { type Argument, listArguments } from "./arguments.ts";
import { type Breach, type DescriptionRule, showArgument } from "./rule.ts";
import { docsToDescriptions, openAiGuidelines, toolDefinitionQuality } from "./sources.ts";
import { mostRead, repeatsName, splitName } from "./words.ts";

/** Kinds of secrets by which arguments are named. A `token` alone is often a cursor. */
const secretNames: ReadonlySet<string> = new Set([
  "password",
  "passwd",
  "passphrase",
  "api key",
  "apikey",
  "secret key",
  "private key",
  "client secret",
  "access token",
  "auth token",
  "bearer token",
  "refresh token",
]);

export const argumentRules: readonly DescriptionRule[] = [
  {
    code: "argument-without-description",
    says: "An argument is described nowhere.",
    sentence: "An argument has a description, or the description of its tool speaks of it.",
    level: "advice",
    why: "A model fills an argument by its name alone, and guesses its form, unit and default.",
    advice: "Say what the argument is, in which form, and what happens without it.",
    source: toolDefinitionQuality,
    bad: [listNotes({ type: "integer" })],
    good: [listNotes({ type: "integer", description: "Up to 50 notes each, the latest first; from 1." })],
    find: (tools) =>
      findArguments(tools, ({ name, description }, tool) => description === "" && !isMentioned(name, tool)),
  },
  {
    code: "argument-repeats-name",
    says: "The description of an argument only repeats its name.",
    sentence: "The description of an argument says more than its name.",
    level: "note",
    why: "A description that repeats the name costs tokens and tells a model nothing.",
    advice: "Say in which form the value is, where it comes from, or leave the description out.",
    source: docsToDescriptions,
    bad: [listNotes({ type: "integer", description: "The page." })],
    good: [listNotes({ type: "integer", description: "From 1; 50 notes each." })],
    find: (tools) =>
      findArguments(tools, ({ name, description }) => description !== "" && repeatsName(description, name)),
  },
  {
    code: "secret-as-argument",
    says: "A tool asks for a password, key or token.",
    sentence: "A tool asks for no password, key or token.",
    level: "advice",
    why: "An argument goes through the model, its provider and the history of the conversation.",
    advice:
      "Take credentials from the connection (OAuth, headers, environment), or let users enter them on a page of yours.",
    source: openAiGuidelines,
    bad: [openNotebook("password", "Of the notebook.")],
    good: [openNotebook("notebook", "Its name.")],
    find: (tools) => findArguments(tools, isSecret),
  },
];

/** Whether an argument takes a secret, by its name and its type. */
export function isSecret({ name, schema }: Argument): boolean {
  const words = splitName(name);
  return (
    takesText(schema) &&
    (secretNames.has(words.slice(-1).join(" ")) || secretNames.has(words.slice(-2).join(" ")))
  );
}

/** Whether a schema takes a text, alone or as one of its choices. */
function takesText({ type, anyOf, oneOf }: SchemaObject): boolean {
  const choices = [anyOf, oneOf].flat().filter(isSchemaObject);
  return [type, ...choices.map((choice) => choice.type)].flat().includes("string");
}

function findArguments(
  tools: readonly PublishedTool[],
  isWrong: (argument: Argument, tool: PublishedTool) => boolean,
): Breach[] {
  return tools.flatMap((tool) =>
    listArguments(tool)
      .filter((argument) => isWrong(argument, tool))
      .map((argument) => showArgument(tool, argument)),
  );
}

/** Descriptions made of doc comments list the arguments by their names. */
function isMentioned(name: string, { description = "" }: PublishedTool): boolean {
  const read = description.slice(0, mostRead);
  const at = read.indexOf(name);
  const isPartOfWord = (character: string | undefined) =>
    character !== undefined && /[\p{L}\p{N}_]/u.test(character);
  return at >= 0 && !isPartOfWord(read[at - 1]) && !isPartOfWord(read[at + name.length]);
}

function listNotes(page: Argument["schema"]): PublishedTool {
  return {
    name: "list_notes",
    description: "Lists notes, the latest first.",
    inputSchema: { type: "object", properties: { page } },
  };
}

function openNotebook(argument: string, description: string): PublishedTool {
  return {
    name: "open_notebook",
    description: "Opens a notebook for the calls that follow.",
    inputSchema: { type: "object", properties: { [argument]: { type: "string", description } } },
  };
}
