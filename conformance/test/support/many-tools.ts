/** Servers of many tools, whose specs are guessed from their manifests. */
import type { Call, Caller } from "@toolwright/runtime";
import { compile } from "../../../generator/compile.ts";
import { printWholeCases } from "../../../generator/emit/cases.ts";
import { importListing } from "../../../generator/import/index.ts";
import type { JsonObject } from "../../cases/edits.ts";
import { expand } from "../../cases/stored.ts";
import { planBehaviour } from "../../kinds/behaviour.ts";
import type { Report } from "../../results/report.ts";
import { serveNotes } from "./notes-server.ts";
import { testServer } from "./test-server.ts";

/** The tools of a server, and what answers their calls. */
export interface Domain {
  readonly tools: readonly JsonObject[];
  readonly handlers: Readonly<Record<string, (input: JsonObject, call: Call<"not_found">) => object>>;
}

const text = { type: "string", minLength: 1, maxLength: 40 };

/** Half of the tools read a value, and the others set one; no name or id says which belong together. */
export function flatDomain(count: number): Domain {
  const values = new Map<number, unknown>();
  const tools: JsonObject[] = [];
  const handlers: Record<string, (input: JsonObject) => object> = {};
  for (let index = 0; index < count; index += 1) {
    const pair = Math.floor(index / 2);
    const reads = index % 2 === 0;
    const name = `${reads ? "see" : "put"}_${pair}`;
    tools.push(makeTool(name, reads ? {} : { value: text }, { value: text }, reads));
    handlers[name] = ({ value }) => {
      if (!reads) values.set(pair, value);
      return { value: values.get(pair) ?? "nothing" };
    };
  }
  return { tools, handlers };
}

/** Each noun has three tools: one creates, one shows and one lists. */
export function nounDomain(count: number): Domain {
  const tools: JsonObject[] = [];
  const handlers: Record<string, (input: JsonObject, call: Call<"not_found">) => object> = {};
  for (let index = 0; index < count / 3; index += 1) {
    const noun = `${nounStems[index % nounStems.length]}${"xyz"[Math.floor(index / nounStems.length)] ?? ""}`;
    const things = new Map<unknown, object>();
    const id = `${noun}_id`;
    const shape = { [id]: text, title: text };
    tools.push(
      makeTool(`create_${noun}`, { title: text }, shape, false),
      makeTool(`get_${noun}`, { [id]: text }, shape, true),
      makeTool(`list_${noun}s`, {}, { [`${noun}s`]: { type: "array", items: objectOf(shape) } }, true),
    );
    handlers[`create_${noun}`] = ({ title }) => {
      const thing = { [id]: `${noun}_${things.size + 1}`, title };
      things.set(thing[id], thing);
      return thing;
    };
    handlers[`get_${noun}`] = (input, call) =>
      things.get(input[id]) ?? call.fail("not_found", `There is no ${noun} ${input[id]}.`);
    handlers[`list_${noun}s`] = () => ({ [`${noun}s`]: [...things.values()] });
  }
  return { tools, handlers };
}

const nounStems = ["boat", "lamp", "hat", "road", "tent", "cart", "drum", "flag", "mill", "pond"];

function objectOf(properties: JsonObject): JsonObject {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

function makeTool(name: string, input: JsonObject, output: JsonObject, reads: boolean): JsonObject {
  return {
    name,
    description: `Call ${name}.`,
    inputSchema: objectOf(input),
    outputSchema: objectOf(output),
    annotations: reads
      ? { readOnlyHint: true, openWorldHint: false }
      : { readOnlyHint: false, destructiveHint: false, idempotentHint: name.startsWith("put") },
  };
}

const caller: Caller = { account: "ana", token: "tkn_ma", scopes: new Set() };

/** The requests that the cases about modes are announced with and make, and what they decide. */
export async function countModeRequests({ tools, handlers }: Domain): Promise<{
  readonly requests: number;
  readonly announced: number;
  readonly held: number;
  readonly failed: readonly string[];
  /** The sentences of the cases. */
  readonly sentences: readonly string[];
}> {
  const { sources } = importListing(
    {
      server: { name: "many", version: "1.0.0" },
      endpoint: { transport: "streamable-http", path: "/mcp" } as never,
      scheme: "bearer",
      notes: [],
      tools: tools as never,
      unreadable: [],
    },
    { guess: true },
  );
  const { model, diagnostics } = compile(sources);
  if (!model) throw new Error(JSON.stringify(diagnostics));
  const cases = expand(JSON.parse(printWholeCases(model)));
  const served = await serveNotes({ cases, handlers, authenticate: () => caller });
  const target = { tokens: [{ token: "tkn_many_1" }], bindings: {} };
  const report: Report = await testServer(served.url, {
    cases,
    target,
    selection: { kinds: ["modes"] },
  }).finally(served.close);
  const modes = cases.cases.filter((each) => each.kind === "modes");
  const by = (status: string) =>
    report.results.filter(({ subject, verdict }) => subject.kind === "modes" && verdict.status === status);
  return {
    requests: report.requestsByKind.modes ?? 0,
    announced: modes.reduce((sum, each) => sum + planBehaviour(each as never, cases).cost, 0),
    held: by("held").length,
    sentences: report.results.map(({ subject }) => subject.must),
    failed: by("failed").map(({ subject }) => subject.id),
  };
}
