/** Sends progress notifications (MCP 2025-11-25, "Progress"). */
import { isObject } from "../json/object.ts";
import { isRequestId, type Params } from "../messages/message.ts";

/** Receives the progress of a call; see `Call.progress`. */
export type OnProgress = (done: number, total?: number, message?: string) => void;

/** Makes the receiver of a call's progress; undefined if the client sent no progress token or takes no notifications. */
export function progressReporter(
  { _meta }: Params,
  context: { readonly notify?: ((notification: string) => boolean) | undefined },
): OnProgress | undefined {
  const progressToken = isObject(_meta) ? _meta.progressToken : undefined;
  // A token has the same type as an id; one that cannot be repeated exactly would match no request of the client.
  const notify = isRequestId(progressToken) ? context.notify : undefined;
  if (notify === undefined) return undefined;
  let last = Number.NEGATIVE_INFINITY;
  return (progress, total, message) => {
    // MCP requires that progress increases with each notification.
    if (!(progress > last && Number.isFinite(progress))) return;
    last = progress;
    const params = { progressToken, progress, total: Number.isFinite(total) ? total : undefined, message };
    notify(JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params }));
  };
}
