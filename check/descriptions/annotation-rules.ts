/** Rules about the annotations of a tool beside its name. */
import { isSchemaObject } from "@toolwright/json-schema";
import type { PublishedTool } from "../surface/published-interface.ts";
import { type Breach, type DescriptionRule, showBeside } from "./rule.ts";
import { claudeReviewCriteria, toolDefinitionQuality } from "./sources.ts";
import { splitName } from "./words.ts";

/** Verbs that leave everything as it is. */
const readingVerbs: ReadonlySet<string> = new Set(
  "count describe fetch find get list lookup query read search show view".split(" "),
);

/** Verbs that change something, without words that are often nouns in names: `post`, `set`, `move`. */
const changingVerbs: ReadonlySet<string> = new Set(
  "archive create delete destroy drop edit erase insert publish purge remove rename revoke send update upload write".split(
    " ",
  ),
);

export const annotationRules: readonly DescriptionRule[] = [
  {
    code: "annotations-missing",
    says: "A tool does not say whether it changes something.",
    sentence: "A tool says whether it changes something: `readOnlyHint` or `destructiveHint`.",
    level: "advice",
    why: "Without hints a client takes a tool for destructive and asks before each call, also of tools that only read.",
    advice:
      "Set `readOnlyHint: true` for a tool that only reads; else `destructiveHint`, true if something can be lost.",
    source: claudeReviewCriteria,
    bad: [makeTool("get_note", undefined)],
    good: [makeTool("get_note", { readOnlyHint: true })],
    find: (tools) =>
      tools
        .filter(
          (tool) =>
            readHint(tool, "readOnlyHint") === undefined && readHint(tool, "destructiveHint") === undefined,
        )
        .map(showAnnotations),
  },
  {
    code: "name-contradicts-annotations",
    says: "The name of a tool contradicts its annotations.",
    sentence: "The name of a tool and its annotations agree.",
    level: "advice",
    why: "A client runs a read-only tool without asking, and a model chooses by the name. One of the two is wrong.",
    advice: "Correct the hint; or name the tool by what it does.",
    source: toolDefinitionQuality,
    bad: [
      makeTool("delete_note", { readOnlyHint: true }),
      makeTool("get_note", { readOnlyHint: false, destructiveHint: true }),
    ],
    good: [
      makeTool("delete_note", { readOnlyHint: false, destructiveHint: true }),
      makeTool("get_note", { readOnlyHint: true }),
    ],
    find: (tools) => tools.filter(contradictsName).map(showAnnotations),
  },
];

/** A hint of a tool; undefined if it does not say. */
export function readHint({ annotations }: PublishedTool, name: string): boolean | undefined {
  const value = isSchemaObject(annotations) ? annotations[name] : undefined;
  return typeof value === "boolean" ? value : undefined;
}

/** A name with verbs of both kinds, such as `get_or_create`, may mean either. */
function contradictsName(tool: PublishedTool): boolean {
  const words = splitName(tool.name);
  const reads = words.some((word) => readingVerbs.has(word));
  const changes = words.some((word) => changingVerbs.has(word));
  if (reads === changes) return false;
  return readHint(tool, "readOnlyHint") === true
    ? changes
    : reads && readHint(tool, "destructiveHint") === true;
}

function showAnnotations(tool: PublishedTool): Breach {
  const text = tool.annotations === undefined ? "is missing" : JSON.stringify(tool.annotations);
  return showBeside(tool, `"annotations" ${text}`);
}

function makeTool(name: string, annotations: PublishedTool["annotations"]): PublishedTool {
  const inputSchema = { type: "object" };
  return { name, description: "Works on the open note.", inputSchema, ...(annotations && { annotations }) };
}
