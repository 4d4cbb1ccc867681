import { isObject, type Json, type JsonObject } from "../../cases/edits.ts";
import type { Check, Probe, ProbeResponse } from "../check.ts";
import { toolCall } from "../requests.ts";
import { makeResponseCheck } from "../response-check.ts";

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
    run: makeResponseCheck(
      callWithProgress,
      `progressToken: ${progressToken}, before the answer`,
      (response) => findWrong(response) === undefined,
      (response) => JSON.stringify(findWrong(response)),
    ),
  },
  {
    name: "progress/grows",
    must: "Progress increases with every notification.",
    sections: {
      "2025-11-25": "basic/utilities/progress#progress-flow",
      "2026-07-28": "basic/patterns/progress#progress-flow",
    },
    run: makeResponseCheck(
      callWithProgress,
      "numbers that grow",
      (response) =>
        progressIn(response).every(
          (value, index, values) =>
            typeof value === "number" && (index === 0 || value > Number(values[index - 1])),
        ),
      (response) => JSON.stringify(progressIn(response)),
    ),
  },
];

async function callWithProgress(probe: Probe): Promise<ProbeResponse> {
  return probe.sendOnce({ ...(await toolCall(probe)), meta: { progressToken } });
}

function messagesIn({ answer }: ProbeResponse): readonly JsonObject[] {
  return answer.kind === "broken" ? [] : answer.reply.messages;
}

function findWrong(response: ProbeResponse): JsonObject | undefined {
  const messages = messagesIn(response);
  const answered = messages.findIndex(({ method }) => method === undefined);
  return messages.find(
    ({ method, params }, index) =>
      method === "notifications/progress" &&
      (!isObject(params) || params.progressToken !== progressToken || index > answered),
  );
}

function progressIn(response: ProbeResponse): readonly (Json | undefined)[] {
  return messagesIn(response).flatMap(({ method, params }) =>
    method === "notifications/progress" && isObject(params) ? [params.progress] : [],
  );
}
