/** MCP content blocks (2025-11-25, `ContentBlock`), which a tool without an output schema returns. */
import { isObject } from "../json/object.ts";

/** One block of a result: a text, an image or sound, a link to a resource, or a resource. */
export type ContentBlock = TextContent | MediaContent | ResourceLink | EmbeddedResource;

/** `_meta` of a block: keys of extensions, each with a prefix. */
export type Meta = Readonly<Record<string, unknown>>;

/** The optional members of blocks of all types. */
export interface Block {
  /** Who a block is for, how important it is, and when it last changed. */
  readonly annotations?: {
    readonly audience?: readonly ("user" | "assistant")[];
    /** 0 (least) to 1 (most important). */
    readonly priority?: number;
    /** ISO 8601. */
    readonly lastModified?: string;
  };
  /** What extensions add to the block. */
  readonly _meta?: Meta;
}

/** A text. */
export interface TextContent extends Block {
  /** Tells the kind of block. */
  readonly type: "text";
  /** The text, which a model reads as it is. */
  readonly text: string;
}

/** An image, or a recording of sound. */
export interface MediaContent extends Block {
  /** Tells the kind of block. */
  readonly type: "image" | "audio";
  /** Base64. */
  readonly data: string;
  /** The media type of the data, such as `image/png`. */
  readonly mimeType: string;
}

/** The address of a resource that the client can read. */
export interface ResourceLink extends Block {
  /** Tells the kind of block. */
  readonly type: "resource_link";
  /** The URI to read. */
  readonly uri: string;
  /** A name for programs. */
  readonly name: string;
  /** A name for people; by default `name`. */
  readonly title?: string;
  /** What the resource is, for the model. */
  readonly description?: string;
  /** The media type of its content, if it is known. */
  readonly mimeType?: string;
  /** Bytes. */
  readonly size?: number;
}

/** A resource with its content. */
export interface EmbeddedResource extends Block {
  /** Tells the kind of block. */
  readonly type: "resource";
  /** The URI of the resource, and its content. */
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
