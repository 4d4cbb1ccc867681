import type { Json } from "toolwright/runtime";
import { held } from "../results/verdict.ts";
import { isObject } from "../wire/answer.ts";
import type { Asked, Check, Probe } from "./check.ts";
import { toolCall } from "./requests.ts";

const sections = {
  "2025-11-25": "basic/utilities/progress#behavior-requirements",
  "2026-07-28": "basic/patterns/progress#behavior-requirements",
};
const progressToken = "conformance-progress";

/** What a server tells while it works, if it tells anything. */
export const progressChecks: readonly Check[] = [
  {
    name: "progress/names-the-token",
    must: "Progress is told with the token of the request, and before its answer.",
    sections,
    level: "MUST",
    over: "http",
    requests: 1,
    async run(probe) {
      const asked = await observed(probe);
      const { messages } = asked.answer.kind === "broken" ? { messages: [] } : asked.answer.reply;
      const answered = messages.findIndex(({ method }) => method === undefined);
      const wrong = messages.find(
        ({ method, params }, index) =>
          method === "notifications/progress" &&
          (!isObject(params) || params.progressToken !== progressToken || index > answered),
      );
      return wrong === undefined
        ? held
        : probe.failed(`progressToken: ${progressToken}, before the answer`, asked, JSON.stringify(wrong));
    },
  },
  {
    name: "progress/grows",
    must: "Progress grows with every notification.",
    sections: {
      "2025-11-25": "basic/utilities/progress#progress-flow",
      "2026-07-28": "basic/patterns/progress#progress-flow",
    },
    level: "MUST",
    over: "http",
    requests: 1,
    async run(probe) {
      const asked = await observed(probe);
      const told = progressIn(asked);
      const grows = told.every(
        (value, index) => typeof value === "number" && (index === 0 || value > (told[index - 1] as number)),
      );
      return grows ? held : probe.failed("numbers that grow", asked, JSON.stringify(told));
    },
  },
];

async function observed(probe: Probe): Promise<Asked> {
  return probe.askOnce({ ...(await toolCall(probe)), meta: { progressToken } });
}

function progressIn({ answer }: Asked): readonly (Json | undefined)[] {
  const messages = answer.kind === "broken" ? [] : answer.reply.messages;
  return messages.flatMap(({ method, params }) =>
    method === "notifications/progress" && isObject(params) ? [params.progress] : [],
  );
}
