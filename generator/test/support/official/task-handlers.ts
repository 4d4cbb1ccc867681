/** The tools that the scenarios of tasks call. These are ordinary handlers: they know nothing of tasks. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Handlers } from "../../official/want/handlers.ts";

type TaskTool =
  | "greet"
  | "slowCompute"
  | "failingJob"
  | "protocolErrorJob"
  | "confirmDelete"
  | "multiInput"
  | "toolWithTask";

const text = (words: string) => [{ type: "text" as const, text: words }];

const form = (message: string) => {
  const requestedSchema = { type: "object", properties: {} };
  return { method: "elicitation/create", params: { mode: "form", message, requestedSchema } } as const;
};

const stepMs = 100;

export const taskHandlers: Pick<Handlers, TaskTool> = {
  greet: ({ name }) => text(`Hello, ${name}!`),
  async slowCompute({ seconds }, call) {
    const steps = (seconds * 1000) / stepMs;
    for (let done = 0; done < steps; done++) {
      await sleep(stepMs, undefined, { signal: call.signal });
      call.progress(done + 1, steps);
    }
    return text(`Slept ${seconds} s.`);
  },
  async failingJob(_, call) {
    await sleep(1000);
    return call.fail("always", "This job always fails.");
  },
  /** A handler that throws gives a result with `isError`; just a capability that its client lacks gives an error of the protocol. */
  async protocolErrorJob(_, call) {
    const { roots } = await call.requestInput({ roots: { method: "roots/list" } });
    return text(String(roots.roots.length));
  },
  async confirmDelete({ filename }, call) {
    const properties = { confirm: { type: "boolean" } };
    const reply = await call.ask("confirm", { message: "Sure?", properties, required: ["confirm"] });
    return text(reply.action === "accept" && reply.content.confirm ? `Deleted ${filename}.` : "Kept.");
  },
  async multiInput(_, call) {
    const { one, two } = await call.requestInput({ one: form("First"), two: form("Second") });
    return text(`${one.action}, ${two.action}`);
  },
  async toolWithTask(_, call) {
    const reply = await call.ask("user_name", { message: "Who?", properties: { name: { type: "string" } } });
    await sleep(1000);
    return text(reply.action === "accept" ? `Done for ${reply.content.name}.` : "Nobody.");
  },
};
