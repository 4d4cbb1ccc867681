/** The `fetch` for endpoints that the operator named, which are not trusted: no redirects, and answers of bounded size and time. */
import { OutgoingFailure } from "./failure.ts";

export interface AnswerBounds {
  /** The name in sentences for users, such as "The image model". */
  readonly name: string;
  /** The size limit of the whole answer, after decompression. */
  readonly maxBytes: number;
  /** The size limit of one line; absent: the limit of the answer. */
  readonly maxLineBytes?: number;
  /** The time limit from the request to the end of the answer. */
  readonly timeLimitMs: number;
}

export function boundedFetch(bounds: AnswerBounds): typeof fetch {
  return async (input, init = {}) => {
    const { signal, clear } = timeLimit(bounds, init.signal ?? undefined);
    try {
      // `redirect: "error"` would not distinguish a redirect from a lost connection.
      const response = await fetch(input, { ...init, redirect: "manual", signal });
      if (response.status >= 300 && response.status < 400) throw await rejectRedirect(response, bounds);
      const answer = response.body && toStream(boundedLines(response.body, bounds, clear));
      return new Response(answer, {
        status: response.status,
        statusText: response.statusText,
        headers: withoutLength(response.headers),
      });
    } catch (error) {
      clear();
      throw error;
    }
  };
}

/** Makes a signal that aborts with `cancelled`, and after the time limit. */
function timeLimit({ name, timeLimitMs }: AnswerBounds, cancelled: AbortSignal | undefined) {
  const late = new AbortController();
  const failure = new OutgoingFailure("slow", `${name} did not end its answer in time.`);
  const timer = setTimeout(() => late.abort(failure), timeLimitMs);
  const clear = () => clearTimeout(timer);
  cancelled?.addEventListener("abort", clear, { once: true });
  return { signal: AbortSignal.any([late.signal, ...(cancelled ? [cancelled] : [])]), clear };
}

/** The key and the prompt stay here: a redirect can lead anywhere. */
async function rejectRedirect({ status, body }: Response, { name }: AnswerBounds): Promise<OutgoingFailure> {
  await body?.cancel();
  const problem = `${name}'s address answered with a redirect (HTTP ${status}), which is not followed.`;
  return new OutgoingFailure(
    "redirect",
    `${problem} The operator of the service sets the address that it leads to.`,
  );
}

/** Passes on whole lines: readers of events search an unfinished line again with each piece of it. */
async function* boundedLines(body: AsyncIterable<Uint8Array>, bounds: AnswerBounds, onEnd: () => void) {
  const { name, maxBytes, maxLineBytes = maxBytes } = bounds;
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  let lineBytes = 0;
  try {
    for await (const chunk of body) {
      const end = chunk.lastIndexOf(LINE_FEED) + 1;
      bytes += chunk.length;
      lineBytes += end > 0 ? end : chunk.length;
      if (bytes > maxBytes || lineBytes > maxLineBytes)
        throw new OutgoingFailure("too_large", `${name}'s answer is far too large.`);
      if (end === 0) {
        pieces.push(chunk);
        continue;
      }
      yield Buffer.concat([...pieces, chunk.subarray(0, end)]);
      pieces = end < chunk.length ? [chunk.subarray(end)] : [];
      lineBytes = chunk.length - end;
    }
    if (pieces.length > 0) yield Buffer.concat(pieces);
  } finally {
    onEnd();
  }
}

const LINE_FEED = 10;

function toStream(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}

/** The body was unpacked. */
function withoutLength(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ["content-encoding", "content-length"]) kept.delete(name);
  return kept;
}
