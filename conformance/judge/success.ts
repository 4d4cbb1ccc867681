import { canonical } from "@toolwright/runtime/json";
import { isObject, type Json, type JsonObject, parseJson } from "../cases/edits.ts";
import { type CaseFile, findCalled } from "../cases/format.ts";
import { readBase64 } from "../media/base64.ts";
import type { SeenMedia } from "../media/seen-media.ts";
import type { Observation } from "./observation.ts";
import type { Schemas } from "./schemas.ts";

/** The cases and schemas by which results are judged. */
interface Known {
  readonly cases: CaseFile;
  readonly schemas: Schemas;
  readonly media: Pick<SeenMedia, "findFileProblem">;
}

/** Finds the problems of a successful result (MCP 2025-11-25, Tools, Structured Content and Output Schema). */
export function findSuccessProblems(tool: string, result: JsonObject, known: Known): Observation {
  const blocks = findBlockProblem(result.content, known);
  if (findCalled(known.cases, tool).output === undefined) return { fits: blocks };
  const { structuredContent: structured } = result;
  const isText = known.cases.tools[tool]?.outputAs !== undefined;
  if (structured === undefined) {
    return isText
      ? { fits: isAllowedText(tool, result, known) ? blocks : describeUnread(tool, known) }
      : { fits: "a result without structuredContent", text: "nothing to compare with" };
  }
  const fits = findSchemaProblem(tool, structured, known) ?? blocks;
  return isText ? { fits } : { fits, text: findTextProblem(result, structured) };
}

function findSchemaProblem(tool: string, structured: Json, { cases, schemas }: Known): string | undefined {
  const [first, ...others] = schemas.findOutputProblems(tool, structured);
  if (first === undefined) return undefined;
  const more = others.length > 0 ? ` (and ${others.length} more problems)` : "";
  const isRead = typeof cases.tools[tool]?.outputAs === "object";
  return `${first}${more}${isRead ? ", as its text is read by the lines of output_as" : ""}`;
}

/** Whether `output` allows the text itself beside what it should show, such as "There are no notes." */
function isAllowedText(tool: string, result: JsonObject, { cases, schemas }: Known): boolean {
  const texts = listTexts(result);
  const text = cases.tools[tool]?.outputAs === "text" ? texts[0] : texts.join("\n");
  return text !== undefined && schemas.findOutputProblems(tool, text).length === 0;
}

function describeUnread(tool: string, { cases }: Known): string {
  return cases.tools[tool]?.outputAs === "text"
    ? "a result whose first text is not JSON"
    : "a result whose text has none of the lines of output_as";
}

function findTextProblem(result: JsonObject, structured: Json): string | undefined {
  const texts = listTexts(result);
  if (texts.length === 0) return "no text block";
  // Most servers write the members in the same order, which is seen at once.
  const written = JSON.stringify(structured);
  return texts.some((text) => text === written || canonical(parseJson(text)) === canonical(structured))
    ? undefined
    : "a text that is not the JSON of structuredContent";
}

function listTexts({ content }: JsonObject): string[] {
  return (Array.isArray(content) ? (content as readonly Json[]) : []).flatMap((block) =>
    isObject(block) && block.type === "text" && typeof block.text === "string" ? [block.text] : [],
  );
}

/** Type of a content block -> its required fields of type string. */
const blockFields: Readonly<Record<string, readonly string[]>> = {
  text: ["text"],
  image: ["data", "mimeType"],
  audio: ["data", "mimeType"],
  resource_link: ["uri", "name"],
  resource: [],
};

function findBlockProblem(content: Json | undefined, known: Known): string | undefined {
  if (!Array.isArray(content)) return "a result whose content is not a list";
  return (content as readonly Json[])
    .map((block) => findProblemOf(block, known))
    .find((problem) => problem !== undefined);
}

function findProblemOf(block: Json, { media }: Known): string | undefined {
  const type = isObject(block) ? block.type : undefined;
  const fields = typeof type === "string" && Object.hasOwn(blockFields, type) ? blockFields[type] : undefined;
  if (!isObject(block) || fields === undefined)
    return `a content block of unknown type ${JSON.stringify(type)}`;
  const missing = fields.find((field) => typeof block[field] !== "string");
  if (missing !== undefined) return `a content block of type ${type} without ${missing}`;
  if (type === "resource" && !isEmbedded(block.resource))
    return "a content block of type resource without a resource";
  const problem = findContentProblem(block, media);
  return problem && `a content block of type ${type}: ${problem}`;
}

function isEmbedded(resource: Json | undefined): boolean {
  if (!isObject(resource) || typeof resource.uri !== "string") return false;
  return typeof resource.text === "string" || typeof resource.blob === "string";
}

/** Finds the content of a block that is not of the `mimeType` beside it. */
function findContentProblem(block: JsonObject, media: Known["media"]): string | undefined {
  const { type, resource } = block;
  const { data, blob, text, mimeType } = type === "resource" ? (resource as JsonObject) : block;
  const encoded = data ?? blob;
  const content =
    typeof encoded === "string" ? readBase64(encoded) : typeof text === "string" ? text : undefined;
  if (typeof encoded === "string" && content === undefined) return "its content is not Base64";
  const isTyped = typeof mimeType === "string" && content !== undefined;
  return isTyped ? media.findFileProblem(mimeType, content) : undefined;
}
