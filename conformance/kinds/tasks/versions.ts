/** Judges how a server declares the extension for tasks, and that versions of MCP before it have no tasks of the extension. */
import { findCredential } from "../../behaviour/calls/identity.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { valueAt } from "../../cases/edits.ts";
import type { TaskCase } from "../../cases/task-cases.ts";
import { defaultRefusalCode, toOutcome, withTextAsOutput } from "../../judge/outcome.ts";
import { failed, held, inapplicable, type Verdict } from "../../results/verdict.ts";
import { describeHttpAnswer } from "../../wire/answer.ts";
import { readVersion } from "../../wire/client.ts";
import { capabilitiesKey, extension, fillTaskInput, readTask, sendAsTaskClient } from "./task-requests.ts";

const inExtensions = `/capabilities/extensions/${extension.replace("/", "~1")}`;

/** Clients read any member of the declaration as another extension; the capability of 2025-11-25 names another protocol. */
export async function declarationVerdict(engine: Engine): Promise<Verdict> {
  const { exchange } = await sendAsTaskClient(engine, { method: "server/discover", params: {} });
  const { answer } = exchange;
  const result = answer.kind === "result" ? answer.result : {};
  if (JSON.stringify(valueAt(result, inExtensions)) !== "{}")
    return failed(`server/discover declares ${extension} as {}`, describeHttpAnswer(answer), exchange);
  if (valueAt(result, "/capabilities/tasks") !== undefined)
    return failed("server/discover does not declare the tasks of 2025-11-25", "it has tasks", exchange);
  return held;
}

/** Calls a tool as a client of an older version that asks for a task in both ways. */
export async function olderVersionVerdict({ tool, ...each }: TaskCase, engine: Engine): Promise<Verdict> {
  const { caller, cases } = engine.context;
  const version = readVersion(caller.initialization.answer);
  if (version === undefined || version >= "2026")
    return inapplicable("the target has no older version of MCP");
  const input = await fillTaskInput({ tool, ...each }, engine);
  const _meta = { [capabilitiesKey]: { extensions: { [extension]: {} } } };
  const params = { name: tool, arguments: input, task: {}, _meta };
  const credential = findCredential({}, cases);
  const { exchange } = await caller.callBy(tool, input, credential, async () => {
    const sent = await caller.request("tools/call", params, credential);
    const { answer } = sent.exchange;
    const isTask = answer.kind === "result" && "task" in answer.result;
    const { outputAs } = cases.tools[tool]!;
    const outcome = withTextAsOutput(toOutcome(answer, defaultRefusalCode), outputAs);
    return { ...sent, outcome: isTask ? { is: "nothing" } : outcome };
  });
  if (readTask(exchange.answer) === undefined) return held;
  const expected = `no task of ${extension} in MCP ${version}`;
  return failed(expected, describeHttpAnswer(exchange.answer), exchange);
}
