/** Reads the JSON in the result of a tool. */
import { isObject } from "@toolwright/json-schema";

/** An object or a list that a tool returned. */
export interface Sample {
  readonly value: unknown;
  /** Whether the one text block has it. Else it is structured content alone, which only an output schema can describe. */
  readonly isText: boolean;
}

/** The results of each tool, by its name. */
export type Samples = Map<string, Sample[]>;

/** @returns undefined for a refusal, and where there is no JSON */
export function readSample(result: Readonly<Record<string, unknown>>): Sample | undefined {
  const { isError, content, structuredContent } = result;
  if (isError === true) return undefined;
  const [block, another]: readonly unknown[] = Array.isArray(content) ? content : [];
  const text = isObject(block) && another === undefined && block.type === "text" ? block.text : undefined;
  const value = typeof text === "string" ? parseJson(text) : undefined;
  if (isCollection(value)) return { value, isText: true };
  return isCollection(structuredContent) ? { value: structuredContent, isText: false } : undefined;
}

/** Whether a result is a text that is not JSON, which lines of `output_as` can describe. */
export function isInWords(result: Readonly<Record<string, unknown>>): boolean {
  const { isError, content, structuredContent } = result;
  if (isError === true || structuredContent !== undefined || !Array.isArray(content)) return false;
  const texts = content.filter((block: unknown) => isObject(block) && block.type === "text");
  return (
    texts.length > 0 && texts.every(({ text }) => typeof text === "string" && parseJson(text) === undefined)
  );
}

function isCollection(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
