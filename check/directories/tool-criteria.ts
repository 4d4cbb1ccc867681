/** Decides the criteria about tools: which tools break them. */
import { isSchemaObject } from "@toolwright/json-schema";
import { readHint } from "../descriptions/annotation-rules.ts";
import { isSecret } from "../descriptions/argument-rules.ts";
import { type Argument, listArguments, nameArgument } from "../descriptions/arguments.ts";
import { showName } from "../descriptions/frame.ts";
import { hostileRules } from "../descriptions/hostile-rules.ts";
import { splitName } from "../descriptions/words.ts";
import type { PublishedTool } from "../surface/published-interface.ts";
import { type Breach, toText } from "./breach.ts";

type Decide = (tools: readonly PublishedTool[]) => readonly Breach[];

const mostClaudeCharacters = 64;
const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);
const unsafeMethods = new Set(["POST", "PUT", "PATCH", "DELETE"]);
const praise = new Set(["best", "official"]);
const places = new Set("lat latitude lon lng long longitude coordinates gps city".split(" "));
const conversations = new Set([
  "conversation",
  "conversation history",
  "chat history",
  "chat transcript",
  "chat log",
  "message history",
]);

/** By the id of the criterion. */
export const toolCriteria: Readonly<Record<string, Decide>> = {
  "claude-title": selectTools((tool) => !isText(tool.title) && !isText(readAnnotation(tool, "title"))),
  "claude-hint": selectTools(
    (tool) => !declaresHint(tool, "readOnlyHint") && !declaresHint(tool, "destructiveHint"),
  ),
  "claude-hint-false": selectTools(
    (tool) =>
      (declaresHint(tool, "readOnlyHint") || declaresHint(tool, "destructiveHint")) &&
      readHint(tool, "readOnlyHint") !== true &&
      readHint(tool, "destructiveHint") !== true,
  ),
  "claude-name-length": selectTools(({ name }) => name.length > mostClaudeCharacters),
  "claude-description": selectTools(({ description }) => !isText(description)),
  "claude-read-write": selectArguments(choosesMethod),
  "claude-hidden": followRule("hidden-text"),
  "claude-steering": followRule("steering-text"),
  "chatgpt-hints": selectTools(
    (tool) => !["readOnlyHint", "openWorldHint", "destructiveHint"].every((name) => declaresHint(tool, name)),
  ),
  "chatgpt-description": selectTools(({ description }) => !isText(description)),
  "chatgpt-unique-names": findRepeatedNames,
  "chatgpt-promotional-name": selectTools(
    ({ name }) =>
      splitName(name).some((word) => praise.has(word)) || /\bpick me\b/.test(splitName(name).join(" ")),
  ),
  "chatgpt-fair-play": followRule("steering-text"),
  "chatgpt-restricted-data": selectArguments(isSecret),
  "chatgpt-location": selectArguments(({ name }) => splitName(name).some((word) => places.has(word))),
  "chatgpt-conversation": selectArguments(({ name }) => conversations.has(splitName(name).join(" "))),
};

function selectTools(isWrong: (tool: PublishedTool) => boolean): Decide {
  return (tools) => tools.filter(isWrong).map(({ name }) => ({ place: showName(name) }));
}

function selectArguments(isWrong: (argument: Argument) => boolean): Decide {
  return (tools) =>
    tools.flatMap((tool) =>
      listArguments(tool)
        .filter(isWrong)
        .map((argument) => ({ place: nameArgument(tool, argument) })),
    );
}

/** The places of a rule about descriptions. */
function followRule(code: string): Decide {
  return (tools) => hostileRules.find((rule) => rule.code === code)!.find(tools);
}

function findRepeatedNames(tools: readonly PublishedTool[]): Breach[] {
  const names = tools.map(({ name }) => name);
  const repeated = names.filter((name, index) => names.indexOf(name) !== index);
  return [...new Set(repeated)].map((name) => ({ place: showName(name) }));
}

/** An enum with methods of both kinds. A method as free text may be anything. */
function choosesMethod({ schema }: Argument): boolean {
  const values = Array.isArray(schema.enum) ? schema.enum.map((value) => toText(value).toUpperCase()) : [];
  return values.some((value) => safeMethods.has(value)) && values.some((value) => unsafeMethods.has(value));
}

function readAnnotation({ annotations }: PublishedTool, name: string): unknown {
  return isSchemaObject(annotations) ? annotations[name] : undefined;
}

function declaresHint(tool: PublishedTool, name: string): boolean {
  return readHint(tool, name) !== undefined;
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}
