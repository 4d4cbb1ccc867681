/** What clients call by name or read by a URI: tools, resources and prompts. */
import type { LiveValue } from "@toolwright/conformance/cases";
import type { SchemaObject, SchemaRoot } from "@toolwright/json-schema";
import type { Resource as ServedResource } from "@toolwright/runtime";
import type { SpecLocation } from "../diagnostics/diagnostic.ts";
import type { ToolBehaviour } from "./behaviour.ts";
import type { LayoutSource } from "./layout.ts";

/** `readOnlyHint`, `destructiveHint`, `idempotentHint`, `openWorldHint`: any subset; `title` and others on a tool. */
export type Hints = Readonly<Record<string, unknown>>;

/** The common part of tools, resources and prompts. */
export interface Operation {
  /** For a tool or a prompt, the name in the protocol. */
  readonly name: string;
  /** Key in the interface of handlers. */
  readonly method: string;
  /** Name of the file with its validators. */
  readonly module: string;
  /** Start of its types' names: `GetForm` for `GetFormInput` and `GetFormOutput`. */
  readonly typeName: string;
  /** Its file, relative to the folder of the spec. */
  readonly file: string;
  /** The scopes that a call needs, all of them. */
  readonly scopes: readonly string[];
  /** Its name for people. */
  readonly title?: string;
  /** For the model: what it does. */
  readonly description?: string;
  /** For a resource, the parameters of its URI; for a prompt, its arguments. */
  readonly input: SchemaRoot;
  /** The schema of what it returns; absent: it returns content as it is. */
  readonly output?: SchemaRoot;
  /** Empty for resources and prompts. */
  readonly exactlyOne: readonly string[];
  /** Every declared code that it may refuse with: those of its file, then those of account states. */
  readonly failures: readonly string[];
  /** The codes that its file lists. */
  readonly ownFailures: readonly string[];
  /** Account state -> the code with which it refuses an account in that state. */
  readonly refusedIn: Readonly<Record<string, string>>;
  /** Its icons, as they are sent. */
  readonly icons?: readonly unknown[];
  /** Its `_meta`, as it is sent. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** A resource of MCP, or a template of resources. */
export interface Resource extends Operation {
  /** `uri` as it is written, or `uriTemplate`. */
  readonly uri: string;
  /** Whether `uri` is a template for many. */
  readonly isTemplate: boolean;
  /** Whether the spec has `uri` and `uriTemplate`, which is a mistake. */
  readonly hasTwoAddresses: boolean;
  /** The media type of its content. */
  readonly mimeType?: string;
  /** The size of the content in bytes, as it is sent. */
  readonly size?: number;
  /** MCP annotations of resources, as they are sent. */
  readonly annotations?: Hints;
  /** `_meta.ui` of a page that hosts of MCP Apps show. */
  readonly ui?: Readonly<Record<string, unknown>>;
  /** Its content, where it needs no handler: a text, or bytes in Base64. */
  readonly content?: { readonly text: string } | { readonly blob: string };
  /** The name of the file that holds the content. */
  readonly contentFile?: string;
  /** Set for the SKILL.md of a skill. */
  readonly skill?: ServedResource["skill"];
  /** The parameters of the template. */
  readonly parameters: readonly Parameter[];
}

/** A variable of a URI template, or an argument of a prompt. `input` has the same as properties. */
export interface Parameter {
  /** Its name. */
  readonly name: string;
  /** The schema of its value. */
  readonly schema: SchemaObject;
  /** Set for arguments, if the spec declares it. */
  readonly required?: boolean;
  /** Whether a handler suggests values. */
  readonly isCompleted: boolean;
}

/** A prompt that users pick in their client. */
export interface Prompt extends Operation {
  /** Left out where a handler makes them. */
  readonly messages?: readonly PromptMessage[];
  /** Its arguments. */
  readonly parameters: readonly Parameter[];
  /** Whether its entry has a list of arguments, which may be empty. */
  readonly hasArguments: boolean;
}

/** A message whose text has `{{name}}` for an argument, or another block of content, passed through. */
export interface PromptMessage {
  /** Who says it. */
  readonly role: "user" | "assistant";
  /** The text; `{{name}}` stands for an argument. */
  readonly text?: string;
  /** A content block of MCP, in place of `text`. */
  readonly content?: Readonly<Record<string, unknown>>;
}

/** A tool. */
export interface Tool extends Operation {
  /** The name of its set of annotations. */
  readonly mode: string;
  /**
   * How the text of results shows the output: `text` as JSON, else by a layout. The manifest has no output schema then. Left out:
   * `structuredContent`.
   */
  readonly outputAs?: "text" | LayoutSource;
  /** Left out where neither the tool nor its mode has any. */
  readonly annotations?: Hints;
  /** How hosts of MCP Apps show it. */
  readonly ui?: ToolUi;
  /** `execution` of its entry, as it is sent. */
  readonly execution?: Readonly<Record<string, unknown>>;
  /** Further keys of its manifest entry. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** What it promises beyond shapes. */
  readonly behaviour: ToolBehaviour;
  /** Its examples, in the order of the spec. */
  readonly examples: readonly Example[];
}

/** A tool's settings for MCP Apps. */
export interface ToolUi {
  /** The name of the resource that is its page. */
  readonly resource?: string;
  /** Who may call it: the model, or pages alone. */
  readonly visibility?: readonly ("model" | "app")[];
}

/** A call of a tool with its result. */
export interface Example {
  /** Its name. */
  readonly name: string;
  /** What it shows, as a sentence. */
  readonly description?: string;
  /** The arguments of the call. */
  readonly input: Readonly<Record<string, unknown>>;
  /** A text where the output of a tool with `output_as` is a sentence. */
  readonly output?: Readonly<Record<string, unknown>> | string;
  /** The content blocks of the result. */
  readonly content?: readonly unknown[];
  /** The code of the refusal; absent if it succeeds. */
  readonly failure?: string;
  /** The values of the input, and of the output, that are decided when a call is made. A sample stands for each. */
  readonly live: readonly LiveValue[];
  /** Values of the output that are made when the example is used. */
  readonly liveOutput: readonly LiveValue[];
  /** Its location in the spec. */
  readonly at: SpecLocation;
}
