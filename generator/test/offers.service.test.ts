/** The suite's kinds resources and prompts: what holds for a mock, and that each broken promise is found. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { changesAnswer, type Fault, hasMethod, type Message } from "../../conformance/test/support/proxy.ts";
import { readSpec } from "../files/spec.ts";
import { conformance, modelOf } from "./support/mock/serving.ts";

const model = modelOf(readSpec(join(import.meta.dirname, "fixtures/resources/spec")));
const selection = { kinds: ["resources", "prompts"] as const };

const statuses = async (fault?: Fault) => {
  const judged = await conformance(model, selection, fault);
  return judged.map(({ id, status }) => `${status} ${id}`);
};

test("lists, content of the spec, refusals and denials hold; what only a handler knows is not verified", async () => {
  expect(await statuses()).toEqual([
    "held resources/list/resources",
    "held resources/list/resourceTemplates",
    "held resources/unknown",
    "held resources/guide/read",
    "unverified resources/note",
    "held resources/note/denied",
    "unverified resources/attachment",
    "held resources/attachment/denied",
    "unverified resources/feed",
    "held resources/panel/read",
    "held prompts/list/prompts",
    "held prompts/unknown",
    "held prompts/summarise/get",
    "held prompts/summarise/arguments",
    "unverified prompts/review",
    "held prompts/review/arguments",
    "held prompts/review/denied",
  ]);
});

const result = (change: (result: Message) => Message) => (answer: Message) =>
  answer.result ? { ...answer, result: change(answer.result) } : answer;
const failure = "dev.toolwright/failure";
const succeeds = (member: string) => (answer: Message) =>
  answer.error ? { jsonrpc: "2.0", id: answer.id, result: { [member]: [] } } : answer;

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
    "prompts/summarise/arguments",
  ],
])("%s is found", async ([, fault, id]) => {
  expect(await statuses(fault)).toContain(`failed ${id}`);
});
