import { answers, mends, mendsResult, result, to } from "../../proxy.ts";
import { always, type CheckFault, firstTool, tellsProgress } from "./fault.ts";

const tools: readonly CheckFault[] = [
  {
    check: "tools/are-described",
    does: "has a tool without inputSchema",
    fault: firstTool(({ inputSchema: _, ...rest }) => rest),
  },
  {
    check: "tools/have-valid-schemas",
    does: "has a type that JSON Schema does not know",
    fault: firstTool((tool) => ({
      ...tool,
      inputSchema: { type: "object", properties: { a: { type: "text" } } },
    })),
  },
  {
    check: "tools/have-plain-names",
    does: "has a space in a name",
    fault: firstTool((tool) => ({ ...tool, name: "two words" })),
  },
  {
    check: "tools/have-names-of-their-own",
    does: "has a tool twice",
    fault: () =>
      mendsResult(to("tools/list"), (list) => ({ ...list, tools: [list.tools[0], ...list.tools] })),
  },
  {
    check: "tools/pages-have-text-cursors",
    does: "has numbers for cursors",
    fault: () => mendsResult(to("tools/list"), (list) => ({ ...list, nextCursor: 2 })),
  },
  {
    check: "tools/must-exist",
    does: "succeeds with every tool",
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
    fault: () => mendsResult(to("tools/call"), ({ content: _, ...rest }) => rest),
  },
];

const results: readonly CheckFault[] = [
  {
    check: "results/have-a-type",
    does: "has none in the results of calls",
    fault: () => mendsResult(to("tools/call"), ({ resultType: _, ...rest }) => rest),
  },
  {
    check: "results/name-the-server",
    does: "does not name itself",
    fault: () => mendsResult(always, ({ _meta, ...rest }) => rest),
  },
  {
    check: "results/of-discovery-can-be-cached",
    does: "leaves ttlMs out",
    fault: () => mendsResult(to("server/discover"), ({ ttlMs: _, ...rest }) => rest),
  },
  {
    check: "results/of-lists-can-be-cached",
    does: "has a cacheScope of its own",
    fault: () => mendsResult(to("tools/list"), (list) => ({ ...list, cacheScope: "everybody" })),
  },
  {
    check: "results/use-no-reserved-codes",
    does: "says -32002 of a tool it does not know",
    fault: () =>
      mends(always, (answer, { message }) =>
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
    fault: () => tellsProgress(() => [{ progressToken: "other", progress: 1 }]),
  },
  {
    check: "progress/grows",
    does: "stands still",
    fault: () =>
      tellsProgress((progressToken) => [
        { progressToken, progress: 1 },
        { progressToken, progress: 1 },
      ]),
  },
];

const clients: readonly CheckFault[] = [
  {
    check: "clients/sdk-1",
    does: "lists what the client cannot read",
    fault: firstTool((tool) => ({ ...tool, inputSchema: [] })),
  },
  {
    check: "clients/sdk-2",
    does: "lists what the client cannot read",
    fault: firstTool((tool) => ({ ...tool, inputSchema: [] })),
  },
];

/** How servers get tools and results wrong. */
export const toolsFaults: readonly CheckFault[] = [...tools, ...results, ...progress, ...clients];
