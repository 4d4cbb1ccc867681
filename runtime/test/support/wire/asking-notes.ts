/** Notes whose handlers ask their client. */
import type { Call, InputRequest, Service } from "@toolwright/runtime";
import { notes, tool } from "./notes.ts";

const asking = (name: string) =>
  tool({
    name: `notes_${name}`,
    method: name,
    input: { properties: { text: { type: "string" }, requests: { type: "object" } } },
    output: { type: "object" },
  });

const names = ["shorten", "publish", "send", "swallow", "unawaited", "returned", "fickle", "twice", "able"];

export const askingNotes: Service = {
  ...notes,
  server: { ...notes.server, protocolVersions: ["2025-11-25", "2026-07-28"] },
  tools: names.map(asking),
};

interface Note {
  readonly text?: string;
}

export class AskingHandlers {
  readonly published: string[] = [];
  #runs = 0;

  async shorten({ text = "" }: Note, call: Call): Promise<object> {
    const reply = await call.ask("shorter", inWords(`Shorten ${text}`));
    return reply.action === "accept" ? reply.content : { words: reply.action };
  }

  /** Asks for two things at once, and then for a third. */
  async publish({ text = "" }: Note, { ask, requestInput }: Call): Promise<object> {
    const { title, author } = await requestInput({
      title: asRequest(inWords(`A title for ${text}`)),
      author: asRequest(inWords("By whom?")),
    });
    const line = [title, author]
      .map((each) => (each.action === "accept" ? each.content?.words : "?"))
      .join(" by ");
    const reply = await ask("sure", {
      message: `Publish ${line}?`,
      properties: { sure: { type: "boolean" } },
      required: ["sure"],
    });
    if (reply.action !== "accept" || reply.content.sure !== true) return { line, sure: reply.action };
    this.published.push(line);
    return { line, sure: "yes" };
  }

  async send({ requests }: { readonly requests: Record<string, InputRequest> }, call: Call): Promise<object> {
    return { results: await call.requestInput(requests) };
  }

  async swallow({ text = "" }: Note, call: Call): Promise<object> {
    await call.ask("words", inWords(text)).catch(() => undefined);
    return { words: "as if nothing had happened" };
  }

  async unawaited(_: Note, call: Call): Promise<object> {
    const first = call.ask("first", inWords("First?"));
    const second = call.ask("second", inWords("Second?"));
    return [await first, await second];
  }

  returned(_: Note, call: Call): object {
    void call.ask("words", inWords("Never read?"));
    return { words: "returned at once" };
  }

  async fickle(_: Note, call: Call): Promise<object> {
    this.#runs += 1;
    return call.ask("words", inWords(`Run ${this.#runs}`));
  }

  async twice(_: Note, call: Call): Promise<object> {
    return Promise.all([call.ask("words", inWords("This?")), call.ask("words", inWords("That?"))]);
  }

  able(_: Note, call: Call): object {
    return {
      form: call.can("elicitation/create"),
      url: call.can("elicitation/create", { mode: "url" }),
      other: call.can("weather/forecast"),
    };
  }
}

function inWords(message: string) {
  return { message, properties: { words: { type: "string" } } };
}

function asRequest({ message, properties }: ReturnType<typeof inWords>) {
  const requestedSchema = { type: "object", properties };
  return { method: "elicitation/create", params: { mode: "form", message, requestedSchema } } as const;
}
