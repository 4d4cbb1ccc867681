import { isObject, type Json } from "../cases/edits.ts";
import { held } from "../results/verdict.ts";
import type { Check, Probe, ProbeResponse } from "./check.ts";
import { toolCall } from "./requests.ts";

const sections = {
  "2025-11-25": "basic/utilities/progress#behavior-requirements",
  "2026-07-28": "basic/patterns/progress#behavior-requirements",
};
const progressToken = "conformance-progress";

/** Progress notifications, if the server sends any. */
export const progressChecks: readonly Check[] = [
  {
    name: "progress/names-the-token",
    must: "Progress notifications have the progress token of the request and come before its answer.",
    sections,
    async run(probe) {
      const response = await callWithProgress(probe);
      const { messages } = response.answer.kind === "broken" ? { messages: [] } : response.answer.reply;
      const answered = messages.findIndex(({ method }) => method === undefined);
      const wrong = messages.find(
        ({ method, params }, index) =>
          method === "notifications/progress" &&
          (!isObject(params) || params.progressToken !== progressToken || index > answered),
      );
      return wrong === undefined
        ? held
        : probe.failed(`progressToken: ${progressToken}, before the answer`, response, JSON.stringify(wrong));
    },
  },
  {
    name: "progress/grows",
    must: "Progress increases with every notification.",
    sections: {
      "2025-11-25": "basic/utilities/progress#progress-flow",
      "2026-07-28": "basic/patterns/progress#progress-flow",
    },
    async run(probe) {
      const response = await callWithProgress(probe);
      const values = progressIn(response);
      const grows = values.every(
        (value, index) => typeof value === "number" && (index === 0 || value > (values[index - 1] as number)),
      );
      return grows ? held : probe.failed("numbers that grow", response, JSON.stringify(values));
    },
  },
];

async function callWithProgress(probe: Probe): Promise<ProbeResponse> {
  return probe.sendOnce({ ...(await toolCall(probe)), meta: { progressToken } });
}

function progressIn({ answer }: ProbeResponse): readonly (Json | undefined)[] {
  const messages = answer.kind === "broken" ? [] : answer.reply.messages;
  return messages.flatMap(({ method, params }) =>
    method === "notifications/progress" && isObject(params) ? [params.progress] : [],
  );
}
