/** MCP content blocks (2025-11-25, `ContentBlock`), which a tool without an output schema returns. */
import { isObject } from "../json/object.ts";

export type ContentBlock = TextContent | MediaContent | ResourceLink | EmbeddedResource;

type Meta = Readonly<Record<string, unknown>>;

/** The optional members of blocks of all types. */
interface Block {
  readonly annotations?: {
    readonly audience?: readonly ("user" | "assistant")[];
    /** 0 (least) to 1 (most important). */
    readonly priority?: number;
    /** ISO 8601. */
    readonly lastModified?: string;
  };
  readonly _meta?: Meta;
}

interface TextContent extends Block {
  readonly type: "text";
  readonly text: string;
}

interface MediaContent extends Block {
  readonly type: "image" | "audio";
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
}

interface ResourceLink extends Block {
  readonly type: "resource_link";
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  /** Bytes. */
  readonly size?: number;
}

interface EmbeddedResource extends Block {
  readonly type: "resource";
  readonly resource: ResourceItem & { readonly uri: string };
}

/** The content of a resource: a text, or bytes in Base64. */
export type ResourceItem = ({ readonly text: string } | { readonly blob: string }) & {
  readonly mimeType?: string;
  readonly _meta?: Meta;
};

/** Whether a value is a list of content blocks. Checks the required fields of each block and their types. */
export function isContent(value: unknown): value is readonly ContentBlock[] {
  return Array.isArray(value) && value.every(isContentBlock);
}

const requiredStrings: Readonly<Record<ContentBlock["type"], readonly string[]>> = {
  text: ["text"],
  image: ["data", "mimeType"],
  audio: ["data", "mimeType"],
  resource_link: ["uri", "name"],
  resource: [],
};

function isContentBlock(block: unknown): block is ContentBlock {
  if (!isObject(block) || !isBlockType(block.type)) return false;
  if (!requiredStrings[block.type].every((name) => typeof block[name] === "string")) return false;
  return block.type !== "resource" || isEmbedded(block.resource);
}

function isBlockType(type: unknown): type is ContentBlock["type"] {
  return typeof type === "string" && Object.hasOwn(requiredStrings, type);
}

function isEmbedded(resource: unknown): boolean {
  return isObject(resource) && typeof resource.uri === "string" && isResourceItem(resource);
}

export function isResourceItem(value: unknown): value is ResourceItem {
  return isObject(value) && (typeof value.text === "string" || typeof value.blob === "string");
}
