/** The body of a page, of which a large one is drawn while it is sent. */
import type { Log } from "@toolwright/runtime";
import type { Html } from "../platform/html.ts";
import type { TakeTurn } from "./turns.ts";

/** About 3 ms of work. Almost all pages are smaller, and sent as a whole. */
const PORTION_LENGTH = 64_000;

/** A page as the parts of its HTML, in order. */
type Parts = Iterator<string, void>;

/**
 * The HTML of a page whose fields stand between two texts. What is longer than a portion is drawn as fast as the client reads,
 * one portion a turn, so that neither memory nor other requests suffer from large pages.
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
        // The status has been sent, so the client notices only that the page breaks off.
        log.error({ event: "page_broke_off", error });
        controller.error(error);
      }
    },
    // The client has left, which is no error.
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
