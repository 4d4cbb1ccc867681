/** Notes whose handlers ask their client: its model, and the person behind it. */
import type { Call, Service } from "@toolwright/runtime";
import { notes, tool } from "./notes.ts";

const asking = (name: string) =>
  tool({
    name: `notes_${name}`,
    method: name,
    input: { properties: { text: { type: "string" } } },
    output: { type: "object" },
  });

export const askingNotes: Service = {
  ...notes,
  server: { ...notes.server, protocolVersions: ["2025-11-25", "2026-07-28"] },
  tools: ["shorten", "publish", "swallow", "fickle", "able"].map(asking),
};

interface Note {
  readonly text?: string;
}

export class AskingHandlers {
  readonly published: string[] = [];
  #runs = 0;

  async shorten({ text = "" }: Note, call: Call): Promise<object> {
    const sample = await call.sample(request(text, "Shorten."));
    return { text: sample.text, by: sample.model };
  }

  async publish({ text = "" }: Note, call: Call): Promise<object> {
    const both = await Promise.all([
      call.sample(request(text, "Shorten.")),
      call.sample(request(text, "Kürze.")),
    ]);
    const all = both.map((sample) => sample.text).join(" / ");
    const reply = await call.ask({
      message: `Publish ${all}?`,
      properties: { sure: { type: "boolean" } },
      required: ["sure"],
    });
    if (reply.action !== "accept" || reply.content.sure !== true) return { text: all, by: reply.action };
    this.published.push(all);
    return { text: all, by: "yes" };
  }

  async swallow({ text = "" }: Note, call: Call): Promise<object> {
    await call.sample(request(text, "Shorten.")).catch(() => undefined);
    return { text: "as if nothing had happened", by: "" };
  }

  async fickle({ text = "" }: Note, call: Call): Promise<object> {
    this.#runs += 1;
    const sample = await call.sample(request(text, `Run ${this.#runs}`));
    return { text: sample.text, by: sample.model };
  }

  able(_: Note, call: Call): object {
    return { text: `${call.can("sample")} ${call.can("ask")}`, by: "" };
  }
}

function request(text: string, system: string) {
  return { system, messages: [{ role: "user", text }], maxTokens: 100 } as const;
}
