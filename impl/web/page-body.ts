/** The body of a page. A large one is drawn while it is sent. */
import type { Log } from "@toolwright/runtime";
import type { Html } from "../platform/html.ts";
import type { TakeTurn } from "../platform/turns.ts";

/** The length of a portion, about 3 ms of work. Almost all pages are shorter and sent at once. */
const PORTION_LENGTH = 64_000;

/** A page as the parts of its HTML, in order. */
type Parts = Iterator<string, void>;

/**
 * Returns the HTML of a page whose fields are between two texts. A long page is drawn as fast as the client reads, one portion a
 * turn, so large pages neither fill the memory nor delay other requests.
 */
export function pageBody(
  [before, fields, after]: readonly [string, Iterable<Html>, string],
  { takeTurn, log }: { readonly takeTurn: TakeTurn; readonly log: Log },
): string | ReadableStream<Uint8Array> {
  const parts = inOrder(before, fields, after);
  const first = nextPortion(parts);
  if (first.isLast) return first.text;
  const encoder = new TextEncoder();
  let isWanted = true;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(first.text));
    },
    async pull(controller) {
      await takeTurn();
      if (!isWanted) return;
      try {
        const { text, isLast } = nextPortion(parts);
        controller.enqueue(encoder.encode(text));
        if (isLast) controller.close();
      } catch (error) {
        // The status has been sent, so the client only sees that the page is incomplete.
        log.error({ event: "page_broke_off", error });
        controller.error(error);
      }
    },
    // The client has disconnected, which is not an error.
    cancel() {
      isWanted = false;
    },
  });
}

function* inOrder(before: string, fields: Iterable<Html>, after: string): Parts {
  yield before;
  for (const field of fields) yield String(field);
  yield after;
}

function nextPortion(parts: Parts): { readonly text: string; readonly isLast: boolean } {
  let text = "";
  while (text.length < PORTION_LENGTH) {
    const { value, done } = parts.next();
    if (done) return { text, isLast: true };
    text += value;
  }
  return { text, isLast: false };
}
