/** Reads the bodies of HTML forms as they arrive, with files. */
import type { IncomingMessage } from "node:http";
import { type Readable, Transform } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import type { HttpBindings } from "@hono/node-server";
import { type Awaitable, type SharedBudget, sharedBudget } from "@toolwright/runtime";
import type { InputLimits } from "../forms/fields/kind.ts";
import { MAX_FILE_BYTES } from "../forms/uploads/upload.ts";

/** Names and values of a form in the order of the page; a name may come several times. */
export class FormValues {
  readonly #values = new Map<string, string[]>();

  add(name: string, value: string): void {
    const before = this.#values.get(name);
    if (before) before.push(value);
    else this.#values.set(name, [value]);
  }

  /** The first value with this name. */
  get(name: string): string | undefined {
    return this.#values.get(name)?.[0];
  }

  all(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }
}

/** A file that is being received. It must be read to its end. */
export interface IncomingFile {
  /** Of the input that it was chosen in. */
  readonly input: string;
  readonly name: string;
  readonly content: Readable;
  /** After the end: false if the file was cut at `MAX_FILE_BYTES`. */
  isWhole(): boolean;
}

/** The body is larger than a form may be. */
export class BodyTooLarge extends Error {
  override readonly name = "BodyTooLarge";
}

/** Other requests hold all the memory that there is for forms. */
export class TooManyBodies extends Error {
  override readonly name = "TooManyBodies";
}

/** The body is no form. */
export class BodyMalformed extends Error {
  override readonly name = "BodyMalformed";
}

/** 50 MB of files fit, some of them twice, and the text. */
const MAX_BYTES = 80_000_000;
/** Of one form: 500 answers of 10,000 characters fit. */
const MAX_TEXT_BYTES = 20_000_000;
/** Of all requests that are not answered yet. Unlike files, text is in memory, and each copy of it as well. */
const MAX_HELD_BYTES = 32_000_000;
/** Almost all forms are shorter. They have room of their own, so that a few large ones that come slowly do not keep them out. */
const ORDINARY_TEXT_BYTES = 64_000;
const HELD_BYTES_FOR_ORDINARY = 16_000_000;
/** For so long a refused client may continue to send its form. */
const LINGER_MS = 30_000;

/**
 * What the forms of all requests that are not answered yet may hold together. Networks share it.
 * @param now a monotonic clock, in milliseconds
 */
export function formBudget(now = () => performance.now()): SharedBudget {
  return sharedBudget({ bytes: MAX_HELD_BYTES + HELD_BYTES_FOR_ORDINARY, now });
}

/** Where a form comes from, and what it counts against. */
export interface FormSource {
  readonly env: HttpBindings;
  readonly var: { readonly formBudget: SharedBudget; readonly network: string };
}

const LIMITS = {
  fieldNameSize: 300,
  fieldSize: 65_536,
  fields: 20_000,
  files: 600,
  parts: 20_600,
  headerPairs: 20,
  headerSize: 8_192,
  fileSize: MAX_FILE_BYTES,
};

/** The limits of an input; undefined: it is not of this form and is ignored. */
export type AcceptInput = (name: string, value: string) => Awaitable<InputLimits | undefined>;

/** Accepts one short value for each of these names. */
export function acceptOnly(...names: readonly string[]): AcceptInput {
  return (name) => (names.includes(name) ? { values: 1, length: 4_096 } : undefined);
}

/**
 * Reads a form, urlencoded or multipart, while it arrives. What it keeps counts until the request is answered. Of values that
 * may be long, what has arrived counts, since a part of one is held too.
 * @param onFile takes a file and the values before it; one file after the other
 * @param fieldBytes how much of one value is read
 * @throws BodyTooLarge, BodyMalformed, TooManyBodies, and whatever `accept` and `onFile` throw
 */
export async function readForm(
  { env: { incoming: request, outgoing }, var: { formBudget: budget, network } }: FormSource,
  accept: AcceptInput,
  onFile: (file: IncomingFile, before: FormValues) => Promise<void> = async () => {},
  fieldBytes: number = LIMITS.fieldSize,
): Promise<FormValues> {
  if (Number(request.headers["content-length"] ?? 0) > MAX_BYTES) {
    await discardRest(request);
    throw new BodyTooLarge();
  }
  const values = new FormValues();
  const parser = newParser(request, fieldBytes);
  const arriving = new Set<Readable>();
  let fields = Promise.resolve();
  let files = Promise.resolve();
  let textBytes = 0;
  const countsArrival = fieldBytes > LIMITS.fieldSize;
  const reservation = budget.open(network, () => parser.destroy(new TooManyBodies()));
  if (outgoing.closed) reservation.release();
  outgoing.once("close", reservation.release);

  function hold(bytes: number): void {
    // Of a request that is closed nothing is held: its place is free already.
    if (outgoing.closed) throw new BodyMalformed();
    const isOrdinary = textBytes + bytes <= ORDINARY_TEXT_BYTES;
    if (!reservation.grow(bytes, isOrdinary ? undefined : MAX_HELD_BYTES)) throw new TooManyBodies();
    textBytes += bytes;
  }

  async function keep(name: string, value: string): Promise<void> {
    const limits = await accept(name, value);
    if (limits === undefined || values.all(name).length >= limits.values) return;
    const kept = value.length > limits.length ? `${value.slice(0, limits.length)}…` : value;
    const bytes = Buffer.byteLength(kept);
    if (textBytes + bytes > MAX_TEXT_BYTES) throw new BodyTooLarge();
    if (!countsArrival) hold(bytes);
    values.add(name, kept);
  }

  parser.on("field", (name, value) => {
    fields = fields.then(() => keep(name, value));
    fields.catch(() => {});
  });
  parser.on("file", (input, content, name) => {
    arriving.add(content);
    // Without a listener, an error of a file that waits for its turn would end the process.
    content.on("error", () => {});
    const file = { input, name: unescapeName(name ?? ""), content, isWhole: () => !content.truncated };
    const before = fields;
    files = files
      .then(() => before)
      .then(() => onFile(file, values))
      .finally(() => content.resume());
    files.catch(() => {});
  });
  for (const limit of ["partsLimit", "fieldsLimit", "filesLimit"] as const)
    parser.on(limit, () => parser.destroy(new BodyTooLarge()));
  const body = counted(async (bytes) => {
    if (countsArrival) hold(bytes);
    await fields;
  });
  // Not a part of the pipeline, which would leave the rest of a refused form unread.
  request.pipe(body);
  finished(request).catch((error: Error) => body.destroy(error));
  await pipeline(body, parser).catch(async (error: unknown) => {
    reservation.release();
    for (const content of arriving) content.destroy(new Error("The upload broke off"));
    // Files that were being received fail because of this error, and remove what they stored.
    await files.catch(() => {});
    await discardRest(request);
    await fields;
    throw error instanceof BodyTooLarge || error instanceof TooManyBodies ? error : new BodyMalformed();
  });
  await fields;
  await files;
  reservation.complete();
  return values;
}

/**
 * Reads the rest of a refused form, at most for `LINGER_MS`. Closing the connection while the client is sending would reset it,
 * and a browser would show an error of its own in place of the answer.
 */
async function discardRest(request: IncomingMessage): Promise<void> {
  await finished(request.resume(), { signal: AbortSignal.timeout(LINGER_MS) }).catch(() => {});
}

function newParser({ headers }: IncomingMessage, fieldSize: number): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...headers, "content-type": headers["content-type"] ?? "" },
      limits: { ...LIMITS, fieldSize },
    });
  } catch {
    throw new BodyMalformed();
  }
}

/**
 * Counts the body.
 * @param ready waits until the values before a chunk are kept or ignored, so that no more than one chunk of others is in memory
 */
function counted(ready: (bytes: number) => Promise<void>): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > MAX_BYTES) done(new BodyTooLarge());
      else ready(chunk.length).then(() => done(null, chunk), done);
    },
  });
}

/** Browsers escape quotes and line breaks in names in this way (HTML Standard, "multipart form data"). */
function unescapeName(name: string): string {
  return name.replace(/%(22|0D|0A)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
