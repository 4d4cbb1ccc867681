/** Turns the outcomes of calls of tools, resources, prompts and completions into answers. */
import { type Answer, errorJson, resultJson } from "../messages/answer.ts";
import { cachingJson } from "../messages/envelope.ts";
import { invalidParams } from "../messages/message.ts";
import { isResourceItem, type ResourceItem } from "../service/content.ts";
import { isPromptMessages } from "../service/resource-content.ts";
import type { Prompt, Resource, Tool } from "../service/service.ts";
import { toBase64 } from "./base64.ts";
import { type Failure, failureResult } from "./failure.ts";
import { OutputMismatch, outputJson, outputWriter, type WriteOutput } from "./tool-output.ts";
import type { ToolRequest } from "./tool-request.ts";

export interface CallAnswers {
  /** The JSON text of the result. */
  readonly write: WriteOutput;
  readonly failed: (failure: Failure, request: ToolRequest) => Answer;
}

/** A failure of a tool is a result with `isError`, so that the model can read it. */
export function toolAnswers(tool: Tool): CallAnswers {
  return {
    write: outputWriter(tool),
    failed: (failure, { id, envelope }) => ({ body: resultJson(id, failureResult(failure, envelope)) }),
  };
}

export function resourceAnswers(resource: Resource): CallAnswers {
  const { name, output, meta: _meta, mimeType = output && "application/json" } = resource;
  const toJson = output && outputJson(resource, output);
  // A handler's answer may differ between calls and between callers, so clients must not cache it.
  const [isPublic, ttlMs] = resource.content ? [resource.scopes.length === 0, undefined] : [false, 0];
  return {
    write(content, scopes, { envelope, uri }) {
      const value = toJson ? { text: toJson(content, scopes) } : readContent(name, content);
      const caching = cachingJson(envelope, isPublic, ttlMs);
      return `${envelope.openingJson}${caching}"contents":[${JSON.stringify({ uri, mimeType, _meta, ...value })}]}`;
    },
    failed: failedRequest,
  };
}

function readContent(name: string, content: unknown): ResourceItem {
  if (typeof content === "string") return { text: content };
  if (content instanceof Uint8Array) return { blob: toBase64(content) };
  if (isResourceItem(content)) return content;
  throw new OutputMismatch(name, ["it is neither a text nor bytes"]);
}

export function promptAnswers({ name }: Prompt): CallAnswers {
  return {
    write(messages, _, { envelope }) {
      if (!isPromptMessages(messages)) throw new OutputMismatch(name, ["it is not a list of messages"]);
      return `${envelope.openingJson}"messages":${JSON.stringify(messages)}}`;
    },
    failed: failedRequest,
  };
}

/** The most values that MCP allows in one result. */
const maxValues = 100;

export function completionAnswers(name: string): CallAnswers {
  return {
    write(values, _, { envelope }) {
      if (!Array.isArray(values) || !values.every((value) => typeof value === "string"))
        throw new OutputMismatch(name, ["it is not a list of strings"]);
      const hasMore = values.length > maxValues;
      const completion = { values: values.slice(0, maxValues), total: values.length, hasMore };
      return `${envelope.openingJson}"completion":${JSON.stringify(completion)}}`;
    },
    failed: failedRequest,
  };
}

const serverError = -32000;
const internalError = -32603;
/** The code of revisions before MCP 2026-07-28, which uses `invalidParams` instead (SEP-2164). */
const resourceNotFound = -32002;

/** Returns the error for a URI that names no resource. */
export function unknownResource({ id, envelope, uri }: Pick<ToolRequest, "id" | "envelope" | "uri">): Answer {
  const message =
    "There is no resource with this URI. Call resources/list and resources/templates/list to see the resources.";
  return { body: errorJson(id, notFoundCode(envelope.isModern), message, { uri }) };
}

function notFoundCode(isModern: boolean): number {
  return isModern ? invalidParams : resourceNotFound;
}

/** A failure of a resource, a prompt or a completion is a JSON-RPC error; its `data` contains the other members. */
function failedRequest({ code, message, details, retryable }: Failure, request: ToolRequest): Answer {
  const { id, envelope, uri } = request;
  const data = { ...(uri !== undefined && { uri }), "dev.toolwright/failure": { code, details, retryable } };
  return { body: errorJson(id, errorCode(code, uri !== undefined, envelope.isModern), message, data) };
}

function errorCode(code: string, isResource: boolean, isModern: boolean): number {
  if (code === "not_found" && isResource) return notFoundCode(isModern);
  if (code === "invalid_input") return invalidParams;
  return code === "internal" ? internalError : serverError;
}
