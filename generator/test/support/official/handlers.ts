import { setTimeout } from "node:timers/promises";
import { type Call, type ContentBlock, createChanges } from "@toolwright/runtime";
import type { Handlers } from "../../official/want/handlers.ts";
import { taskHandlers } from "./task-handlers.ts";

const text = (words: string): ContentBlock => ({ type: "text", text: words });

export const changes = createChanges();

/** A picture of one red pixel. */
const image = {
  type: "image",
  data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC",
  mimeType: "image/png",
} as const;

/** A WAV file without a sample. */
const sound: ContentBlock = {
  type: "audio",
  data: "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=",
  mimeType: "audio/wav",
};

const confirmation = {
  message: "Please confirm",
  properties: { ok: { type: "boolean" } },
  required: ["ok"],
} as const;

const capital = {
  method: "sampling/createMessage",
  params: {
    messages: [{ role: "user", content: { type: "text", text: "What is the capital of France?" } }],
    maxTokens: 100,
  },
} as const;

const nameForm = {
  method: "elicitation/create",
  params: {
    mode: "form",
    message: "What is your name?",
    requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  },
} as const;

/** A field of every kind, with a default (SEP-1034). */
const fieldsWithDefaults = {
  name: { type: "string", default: "John Doe" },
  age: { type: "integer", default: 30 },
  score: { type: "number", default: 95.5 },
  status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
  verified: { type: "boolean", default: true },
};

/** Choices in all the ways that MCP knows (SEP-1330). */
const choices = {
  untitledSingle: { type: "string", enum: ["option1", "option2", "option3"] },
  titledSingle: { type: "string", oneOf: [{ const: "value1", title: "First Option" }] },
  legacyEnum: { type: "string", enum: ["opt1", "opt2"], enumNames: ["Option One", "Option Two"] },
  untitledMulti: { type: "array", items: { type: "string", enum: ["option1", "option2"] } },
  titledMulti: { type: "array", items: { anyOf: [{ const: "value1", title: "First Choice" }] } },
};

const clientRoots = { method: "roots/list", params: {} } as const;

/** The name that the person behind the client fills in. */
async function nameOf(call: Call): Promise<string> {
  const properties = { name: { type: "string" } };
  const question = { message: "What is your name?", properties, required: ["name"] };
  const reply = await call.ask("user_name", question);
  return reply.action === "accept" ? String(reply.content.name) : reply.action;
}

/** The tools that the scenarios of the official suite call. */
export const handlers: Handlers = {
  ...taskHandlers,
  simpleText: () => [text("This is a simple text response for testing.")],
  imageContent: () => [image],
  audioContent: () => [sound],
  embeddedResource: () => [
    {
      type: "resource",
      resource: {
        uri: "test://embedded-resource",
        mimeType: "text/plain",
        text: "This is an embedded resource content.",
      },
    },
  ],
  multipleContentTypes: () => [
    text("Multiple content types test:"),
    image,
    {
      type: "resource",
      resource: {
        uri: "test://mixed-content-resource",
        mimeType: "application/json",
        text: '{"test":"data","value":123}',
      },
    },
  ],
  resourceLink: () => [{ type: "resource_link", uri: "test://linked-resource", name: "linked" }],
  errorHandling: (_, call) => call.fail("always", "This tool intentionally returns an error for testing"),
  async toolWithProgress(_, call) {
    for (const done of [0, 50, 100]) {
      call.progress(done, 100);
      await setTimeout(10);
    }
    return [text("Done, with progress.")];
  },
  loggingTool(_, call) {
    call.log("warning", "Only for those who asked.");
    return [text("Done.")];
  },
  async toolWithLogging(_, call) {
    for (const message of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
      call.log("info", message);
      await setTimeout(10);
    }
    return [text("Done, with a log.")];
  },
  triggerToolChange() {
    changes.listChanged("tools");
    return [text("Reported.")];
  },
  triggerPromptChange() {
    changes.listChanged("prompts");
    return [text("Reported.")];
  },
  async streamingElicitation(_, call) {
    call.progress(1, 1);
    await setTimeout(10);
    return [text(await nameOf(call))];
  },
  structuredContent: ({ city }) => ({ city, celsius: 21.5 }),
  headerParameter: ({ region }) => [text(region)],
  inputRequiredResultElicitation: async (_, call) => [text(`Hello, ${await nameOf(call)}!`)],
  async inputRequiredResultSampling(_, call) {
    const { capital_question } = await call.requestInput({ capital_question: capital });
    return [text(JSON.stringify(capital_question.content))];
  },
  async inputRequiredResultListRoots(_, call) {
    const { client_roots } = await call.requestInput({ client_roots: clientRoots });
    return [text(client_roots.roots.map(({ uri }) => uri).join(", "))];
  },
  async inputRequiredResultRequestState(_, call) {
    const reply = await call.ask("confirm", confirmation);
    return [text(`state-ok: ${reply.action}`)];
  },
  async inputRequiredResultMultipleInputs(_, call) {
    const { user_name, greeting, client_roots } = await call.requestInput({
      user_name: nameForm,
      greeting: capital,
      client_roots: clientRoots,
    });
    return [text(`${user_name.action}, ${greeting.model}, ${client_roots.roots.length} roots`)];
  },
  async inputRequiredResultMultiRound(_, call) {
    const ask = (key: string, message: string, name: string) =>
      call.ask(key, { message, properties: { [name]: { type: "string" } }, required: [name] });
    const first = await ask("step1", "Step 1: What is your name?", "name");
    const second = await ask("step2", "Step 2: What is your favorite color?", "color");
    return [text(`${first.action}, ${second.action}`)];
  },
  async inputRequiredResultTamperedState(_, call) {
    return [text((await call.ask("confirm", confirmation)).action)];
  },
  async inputRequiredResultCapabilities(_, call) {
    const wanted = { user_name: nameForm, capital_question: capital, client_roots: clientRoots };
    const declared = Object.entries(wanted).filter(([, { method }]) => call.can(method));
    return [text(Object.keys(await call.requestInput(Object.fromEntries(declared))).join(", "))];
  },
  async missingCapability(_, call) {
    const { capital_question } = await call.requestInput({ capital_question: capital });
    return [text(capital_question.model)];
  },
  async sampling({ prompt }, call) {
    const messages = [{ role: "user", content: { type: "text", text: prompt } }];
    const params = { messages, maxTokens: 100 };
    const { answer } = await call.requestInput({ answer: { method: "sampling/createMessage", params } });
    return [text(`LLM response: ${JSON.stringify(answer.content)}`)];
  },
  async elicitation({ message }, call) {
    const properties = { username: { type: "string" }, email: { type: "string" } };
    const reply = await call.ask("person", { message, properties, required: ["username", "email"] });
    return [text(JSON.stringify(reply))];
  },
  elicitationSep1034Defaults: async (_, call) => [
    text(
      JSON.stringify(await call.ask("fields", { message: "Please check", properties: fieldsWithDefaults })),
    ),
  ],
  elicitationSep1330Enums: async (_, call) => [
    text(JSON.stringify(await call.ask("choices", { message: "Please choose", properties: choices }))),
  ],
  jsonSchema202012Tool: () => [text("It fits.")],
  resources: {
    staticBinary: () => Buffer.from(image.data, "base64"),
    template: ({ id }) => ({ id, templateTest: true, data: `Data for ID: ${id}` }),
  },
  prompts: {
    testPromptWithEmbeddedResource: ({ resourceUri }) => [
      {
        role: "user",
        content: {
          type: "resource",
          resource: {
            uri: resourceUri,
            mimeType: "text/plain",
            text: "Embedded resource content for testing.",
          },
        },
      },
      { role: "user", content: text("Please process the embedded resource above.") },
    ],
    async testInputRequiredResultPrompt(_, call) {
      const reply = await call.ask("user_context", {
        message: "What context should the prompt use?",
        properties: { context: { type: "string" } },
        required: ["context"],
      });
      return [{ role: "user", content: text(JSON.stringify(reply)) }];
    },
  },
};
