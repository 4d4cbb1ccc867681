import { isObject, isRequestId, type Params } from "./message.ts";
import type { OnProgress } from "./running-call.ts";
import type { Asked } from "./tool-request.ts";

/** Where the progress of a call goes: to the client, if it gave a token for it and takes notifications. */
export function progressReporter({ _meta }: Params, { notify }: Asked): OnProgress | undefined {
  const progressToken = isObject(_meta) ? _meta.progressToken : undefined;
  // A token is what an id is: a text or a number, and one that could not be repeated exactly would be nobody's.
  if (notify === undefined || !isRequestId(progressToken)) return undefined;
  let reached = Number.NEGATIVE_INFINITY;
  return (progress, total, message) => {
    // MCP wants progress to grow with each notification; what stands still is not told.
    if (!(progress > reached && Number.isFinite(progress))) return;
    reached = progress;
    const params = { progressToken, progress, total: Number.isFinite(total) ? total : undefined, message };
    notify(JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params }));
  };
}
