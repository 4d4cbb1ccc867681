/** Faults in tools, results, progress, and for SDK clients. */
import { answers, changesAnswer, changesResult, hasMethod, result } from "../../proxy.ts";
import { always, type CheckFault, changesFirstTool, reportsProgress } from "./fault.ts";

const tools: readonly CheckFault[] = [
  {
    check: "tools/are-described",
    does: "has a tool without inputSchema",
    fault: changesFirstTool(({ inputSchema: _, ...rest }) => rest),
  },
  {
    check: "tools/have-valid-schemas",
    does: "has a type that JSON Schema does not know",
    fault: changesFirstTool((tool) => ({
      ...tool,
      inputSchema: { type: "object", properties: { a: { type: "text" } } },
    })),
  },
  {
    check: "tools/have-plain-names",
    does: "has a space in a name",
    fault: changesFirstTool((tool) => ({ ...tool, name: "two words" })),
  },
  {
    check: "tools/have-names-of-their-own",
    does: "lists a tool twice",
    fault: () =>
      changesResult(hasMethod("tools/list"), (list) => ({ ...list, tools: [list.tools[0], ...list.tools] })),
  },
  {
    check: "tools/pages-have-text-cursors",
    does: "has numbers for cursors",
    fault: () => changesResult(hasMethod("tools/list"), (list) => ({ ...list, nextCursor: 2 })),
  },
  {
    check: "tools/must-exist",
    does: "succeeds for unknown tools",
    fault: () =>
      answers(
        ({ message }) => message.params?.name === "conformance_no_such_tool",
        ({ message }) => result(message.id, { resultType: "complete", content: [] }),
      ),
  },
  {
    check: "tools/must-be-named",
    does: "succeeds without a name",
    fault: () =>
      answers(
        ({ message }) => message.method === "tools/call" && message.params.name === undefined,
        ({ message }) => result(message.id, { resultType: "complete", content: [] }),
      ),
  },
  {
    check: "tools/answer-with-content",
    does: "has no content",
    fault: () => changesResult(hasMethod("tools/call"), ({ content: _, ...rest }) => rest),
  },
];

const results: readonly CheckFault[] = [
  {
    check: "results/have-a-type",
    does: "leaves resultType out of the results of calls",
    fault: () => changesResult(hasMethod("tools/call"), ({ resultType: _, ...rest }) => rest),
  },
  {
    check: "results/name-the-server",
    does: "does not name itself",
    fault: () => changesResult(always, ({ _meta, ...rest }) => rest),
  },
  {
    check: "results/of-discovery-can-be-cached",
    does: "leaves ttlMs out",
    fault: () => changesResult(hasMethod("server/discover"), ({ ttlMs: _, ...rest }) => rest),
  },
  {
    check: "results/of-lists-can-be-cached",
    does: "has an unknown cacheScope",
    fault: () => changesResult(hasMethod("tools/list"), (list) => ({ ...list, cacheScope: "everybody" })),
  },
  {
    check: "results/use-no-reserved-codes",
    does: "answers an unknown tool with the reserved code -32002",
    fault: () =>
      changesAnswer(always, (answer, { message }) =>
        message.params?.name === "conformance_no_such_tool"
          ? { ...answer, error: { code: -32002, message: "Not found" } }
          : answer,
      ),
  },
];

const progress: readonly CheckFault[] = [
  {
    check: "progress/names-the-token",
    does: "names another token",
    fault: () => reportsProgress(() => [{ progressToken: "other", progress: 1 }]),
  },
  {
    check: "progress/grows",
    does: "repeats the same progress",
    fault: () =>
      reportsProgress((progressToken) => [
        { progressToken, progress: 1 },
        { progressToken, progress: 1 },
      ]),
  },
];

const clients: readonly CheckFault[] = [
  {
    check: "clients/sdk-1",
    does: "lists a tool that the client cannot parse",
    fault: changesFirstTool((tool) => ({ ...tool, inputSchema: [] })),
  },
  {
    check: "clients/sdk-2",
    does: "lists a tool that the client cannot parse",
    fault: changesFirstTool((tool) => ({ ...tool, inputSchema: [] })),
  },
];

/** Faults of servers in tools and results. */
export const toolsFaults: readonly CheckFault[] = [...tools, ...results, ...progress, ...clients];
