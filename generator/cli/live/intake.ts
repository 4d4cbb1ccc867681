/** Counts what a server sends, so that one that never stops does not fill the memory. */
export interface Intake {
  /** Bytes. */
  readonly most: number;
  take(bytes: number): void;
}

/** @param tooMuch is called once there is more. */
export function intakeOf(most: number, tooMuch: () => void): Intake {
  let taken = 0;
  return {
    most,
    take(bytes) {
      if (taken > most) return;
      taken += bytes;
      if (taken > most) tooMuch();
    },
  };
}

/** `fetch`, whose bodies are counted as they come. */
export function countedFetch(intake: Intake): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const { body, status, statusText, headers } = response;
    const isRedirect = status < 200 || (status >= 300 && status < 400);
    if (!body || isRedirect) return response;
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        intake.take(chunk.length);
        controller.enqueue(chunk);
      },
    });
    return new Response(body.pipeThrough(counter), { status, statusText, headers });
  };
}
