/** The suite's kinds resources and prompts: what holds for a mock, and that each broken promise is found. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { changesAnswer, type Fault, hasMethod, type Message } from "../../conformance/test/support/proxy.ts";
import { readSpec } from "../files/spec.ts";
import { importListing } from "../import/index.ts";
import { listingOf, tool } from "./support/import/listings.ts";
import { conformance, modelOf } from "./support/mock/serving.ts";

const model = modelOf(readSpec(join(import.meta.dirname, "fixtures/resources/spec")));
const selection = { kinds: ["resources", "prompts"] as const };

const statuses = async (fault?: Fault) => {
  const judged = await conformance(model, selection, fault);
  return judged.map(({ id, status }) => `${status} ${id}`);
};

test("a mock passes the cases about resources and prompts; the answers of prompt handlers are not verified", async () => {
  expect(await statuses()).toEqual([
    "held resources/list/resources",
    "held resources/list/resourceTemplates",
    "held resources/unknown",
    "held resources/guide/read",
    "held resources/note/note_id/pattern/at",
    "held resources/note/note_id/pattern/broken",
    "held resources/note/note_id/pattern/newline",
    "held resources/note/denied",
    "held resources/attachment/path/type/unicode",
    "held resources/attachment/path/maxLength/below",
    "held resources/attachment/path/maxLength/at",
    "held resources/attachment/path/maxLength/at-astral",
    "held resources/attachment/path/maxLength/above",
    "held resources/attachment/note_id/pattern/at",
    "held resources/attachment/note_id/pattern/broken",
    "held resources/attachment/note_id/pattern/newline",
    "held resources/attachment/completion/path/all",
    "held resources/attachment/completion/path/start",
    "held resources/attachment/denied",
    "held resources/panel/read",
    "held resources/logo/read",
    "held prompts/list/prompts",
    "held prompts/unknown",
    "held prompts/summarise/get",
    "held prompts/summarise/required/note_id",
    "held prompts/summarise/tone/enum/value-plain",
    "held prompts/summarise/tone/enum/value-playful",
    "held prompts/summarise/tone/enum/value-formal",
    "held prompts/summarise/tone/enum/unlisted",
    "held prompts/summarise/tone/enum/other-case",
    "held prompts/summarise/note_id/pattern/at",
    "held prompts/summarise/note_id/pattern/broken",
    "held prompts/summarise/note_id/pattern/newline",
    "held prompts/summarise/completion/tone/all",
    "held prompts/summarise/completion/tone/start",
    "unverified prompts/review",
    "held prompts/review/required/note_id",
    "held prompts/review/note_id/pattern/at",
    "held prompts/review/note_id/pattern/broken",
    "held prompts/review/note_id/pattern/newline",
    "held prompts/review/denied",
  ]);
});

const result = (change: (result: Message) => Message) => (answer: Message) =>
  answer.result ? { ...answer, result: change(answer.result) } : answer;
const failure = "dev.toolwright/failure";
const succeeds = (member: string) => (answer: Message) =>
  answer.error ? { jsonrpc: "2.0", id: answer.id, result: { [member]: [] } } : answer;
const failsWith = (code: string) => (answer: Message) => {
  const error = { code: -32000, message: code, data: { [failure]: { code } } };
  return { jsonrpc: "2.0", id: answer.id, error };
};

test("an argument of a prompt may have keys that MCP does not define", async () => {
  const typed = (list: unknown) =>
    (list as Message[]).map((each) => ({ ...each, type: "string", default: "" }));
  const extended = changesAnswer(
    hasMethod("prompts/list"),
    result(({ prompts, ...rest }) => ({
      ...rest,
      prompts: (prompts as Message[]).map((prompt) => ({ ...prompt, arguments: typed(prompt.arguments) })),
    })),
  );
  expect(await statuses(extended)).toContain("held prompts/list/prompts");
});

test("what is read with values that were made up need not exist, whatever the code of the error", async () => {
  const error = { code: -32603, message: "ENOENT: no such file" };
  const missing = changesAnswer(hasMethod("resources/read"), ({ id }) => ({ jsonrpc: "2.0", id, error }));
  const judged = await conformance(model, { kinds: ["output"] }, missing);
  const reads = judged.filter(({ id }) => id.endsWith("/read")).map(({ id, status }) => `${status} ${id}`);
  expect(reads).toEqual([
    "unverified output/resource:note/read",
    "unverified output/resource:attachment/read",
    "failed output/resource:feed/read",
  ]);
});

test.for<[string, Fault, string]>([
  [
    "a resource that is not listed",
    changesAnswer(
      hasMethod("resources/list"),
      result(({ resources }) => ({ resources: resources.slice(1) })),
    ),
    "resources/list/resources",
  ],
  [
    "a template with another URI",
    changesAnswer(
      hasMethod("resources/templates/list"),
      result(({ resourceTemplates }) => ({
        resourceTemplates: resourceTemplates.map((each: Message) => ({
          ...each,
          uriTemplate: "notes://{x}",
        })),
      })),
    ),
    "resources/list/resourceTemplates",
  ],
  [
    "other content",
    changesAnswer(
      hasMethod("resources/read"),
      result(({ contents }) => ({ contents: [{ ...contents[0], text: "Other" }] })),
    ),
    "resources/guide/read",
  ],
  [
    "a URI that does not exist, answered",
    changesAnswer(hasMethod("resources/read"), succeeds("contents")),
    "resources/unknown",
  ],
  [
    "a token without scopes, answered",
    changesAnswer(hasMethod("resources/read"), succeeds("contents")),
    "resources/note/denied",
  ],
  [
    "a handler that runs for a token without scopes, and finds nothing",
    changesAnswer(hasMethod("resources/read"), (answer) =>
      answer.error
        ? {
            ...answer,
            error: { code: -32002, message: "No such note.", data: { [failure]: { code: "not_found" } } },
          }
        : answer,
    ),
    "resources/note/denied",
  ],
  [
    "a prompt that lacks an argument",
    changesAnswer(
      hasMethod("prompts/list"),
      result(({ prompts }) => ({ prompts: prompts.map(({ arguments: _, ...each }: Message) => each) })),
    ),
    "prompts/list/prompts",
  ],
  [
    "a message without its argument",
    changesAnswer(
      hasMethod("prompts/get"),
      result(({ messages }) => ({
        messages: [
          { role: "user", content: { type: "text", text: "Summarise note ." } },
          ...messages.slice(1),
        ],
      })),
    ),
    "prompts/summarise/get",
  ],
  [
    "a prompt without its arguments, answered",
    changesAnswer(hasMethod("prompts/get"), succeeds("messages")),
    "prompts/summarise/required/note_id",
  ],
  [
    "a list whose cursor comes again",
    changesAnswer(
      hasMethod("resources/list"),
      result((page) => ({ ...page, nextCursor: "again" })),
    ),
    "resources/list/resources",
  ],
  [
    "annotations that are lost",
    changesAnswer(
      hasMethod("resources/list"),
      result(({ resources }) => ({
        resources: resources.map(({ annotations: _, ...each }: Message) => each),
      })),
    ),
    "resources/list/resources",
  ],
  [
    "another size",
    changesAnswer(
      hasMethod("resources/list"),
      result(({ resources }) => ({
        resources: resources.map((each: Message) => ("size" in each ? { ...each, size: 1 } : each)),
      })),
    ),
    "resources/list/resources",
  ],
  [
    "another type of content",
    changesAnswer(
      hasMethod("resources/read"),
      result(({ contents }) => ({ contents: [{ ...contents[0], mimeType: "text/html" }] })),
    ),
    "resources/guide/read",
  ],
  [
    "a handler that fails for parameters that fit",
    changesAnswer(hasMethod("prompts/get"), failsWith("internal")),
    "prompts/review/note_id/pattern/at",
  ],
  [
    "a page that lost how to show it",
    changesAnswer(
      hasMethod("resources/read"),
      result(({ contents: [{ _meta, ...content }] }) => ({ contents: [content] })),
    ),
    "resources/panel/read",
  ],
  [
    "nothing found, as a result without content",
    changesAnswer(hasMethod("resources/read"), succeeds("contents")),
    "resources/note/note_id/pattern/broken",
  ],
  [
    "parameters that reach the handler unchecked",
    changesAnswer(hasMethod("resources/read"), failsWith("not_found")),
    "resources/attachment/path/maxLength/above",
  ],
  [
    "parameters that fit and are refused",
    changesAnswer(hasMethod("prompts/get"), failsWith("invalid_input")),
    "prompts/summarise/tone/enum/value-formal",
  ],
  [
    "suggestions that ignore what was typed",
    changesAnswer(
      hasMethod("completion/complete"),
      result(() => ({ completion: { values: ["plain", "playful", "formal"] } })),
    ),
    "prompts/summarise/completion/tone/start",
  ],
])("the suite finds %s", async ([, fault, id]) => {
  expect(await statuses(fault)).toContain(`failed ${id}`);
});

const errs = (code: number) => (answer: Message) => ({
  jsonrpc: "2.0",
  id: answer.id,
  error: { code, message: "Not there." },
});
const reading = tool("look", {}, { annotations: { readOnlyHint: true } });
const one = { uri: "notes://one", name: "one" };
const importedModel = (offers: object) => modelOf(importListing({ ...listingOf(reading), offers }).sources);

test("a server without templates may lack their list", async () => {
  const unknown = changesAnswer(hasMethod("resources/templates/list"), errs(-32601));
  const list = "resources/list/resourceTemplates";
  const judged = async (offers: object) => {
    const verdicts = await conformance(importedModel(offers), { cases: [list] }, unknown);
    return verdicts.map(({ id, status }) => `${status} ${id}`);
  };
  expect(await judged({ resources: [one] })).toContain(`held ${list}`);
  const resourceTemplates = [{ uriTemplate: "notes://{id}", name: "any" }];
  expect(await judged({ resourceTemplates })).toContain(`failed ${list}`);
});

test.each([-32002, -32602])(
  "error %i of a template may mean that nothing has this id; what is listed is there",
  async (code) => {
    const resourceTemplates = [{ uriTemplate: "notes://{id}", name: "any" }];
    const model = importedModel({ resources: [one], resourceTemplates });
    const missing = changesAnswer(hasMethod("resources/read"), errs(code));
    const judged = await conformance(model, { cases: ["output/resource:*/read"] }, missing);
    const reads = judged.filter(({ id }) => id.endsWith("/read")).map(({ id, status }) => `${status} ${id}`);
    expect(reads).toEqual(["failed output/resource:one/read", "unverified output/resource:any/read"]);
  },
);
