/** Reads the bodies of HTML forms as they arrive, with files. */
import type { IncomingMessage } from "node:http";
import { type Readable, Transform } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import type { HttpBindings } from "@hono/node-server";
import { type Awaitable, type Reservation, type SharedBudget, sharedBudget } from "@toolwright/runtime";
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

  /** Returns the first value with this name. */
  get(name: string): string | undefined {
    return this.#values.get(name)?.[0];
  }

  all(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }
}

/** A file that is being received. It must be read to its end. */
export interface IncomingFile {
  /** The name of its input. */
  readonly input: string;
  readonly name: string;
  readonly content: Readable;
  /** Returns, after the end, whether the file is complete; false if it was cut at `MAX_FILE_BYTES`. */
  isWhole(): boolean;
}

/** The body is too large. */
export class BodyTooLarge extends Error {
  override readonly name = "BodyTooLarge";
}

/** Other requests use all memory for forms. */
export class TooManyBodies extends Error {
  override readonly name = "TooManyBodies";
}

/** The body is not a form. */
export class BodyMalformed extends Error {
  override readonly name = "BodyMalformed";
}

/** The maximum size of a body: 50 MB of files fit, some of them twice, and the text. */
const MAX_BYTES = 80_000_000;
/** The maximum size of the text of one form: 500 answers of 10,000 characters fit. */
const MAX_TEXT_BYTES = 20_000_000;
/** The maximum size of text of all unanswered requests. Unlike files, text is in memory, with every copy of it. */
const MAX_HELD_BYTES = 32_000_000;
/** The size of almost all forms. These have a separate budget, so a few large and slow forms cannot block them. */
const ORDINARY_TEXT_BYTES = 64_000;
const HELD_BYTES_FOR_ORDINARY = 16_000_000;
/** How long a refused client may continue to send its form. */
const LINGER_MS = 30_000;

/**
 * Creates the memory budget of the forms of all unanswered requests. Networks share it.
 * @param now a monotonic clock, in milliseconds
 */
export function formBudget(now = () => performance.now()): SharedBudget {
  return sharedBudget({ bytes: MAX_HELD_BYTES + HELD_BYTES_FOR_ORDINARY, now });
}

/** The connection of a form, and the budget that it counts against. */
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

/** Returns the limits of an input; undefined: it does not belong to this form and is ignored. */
export type AcceptInput = (name: string, value: string) => Awaitable<InputLimits | undefined>;

/** Accepts one short value for each of these names. */
export function acceptOnly(...names: readonly string[]): AcceptInput {
  return (name) => (names.includes(name) ? { values: 1, length: 4_096 } : undefined);
}

/** Receives a file and the values before it; one file after the other. */
export type OnFile = (file: IncomingFile, before: FormValues) => Promise<void>;

/**
 * Reads a form, urlencoded or multipart, while it arrives. Kept values count against the budget until the request is answered.
 * Long values count while they arrive, because their received part is in memory.
 * @param fieldBytes the maximum size of a value
 * @throws BodyTooLarge, BodyMalformed, TooManyBodies, and all errors of `accept` and `onFile`
 */
export async function readForm(
  source: FormSource,
  accept: AcceptInput,
  onFile: OnFile = async () => {},
  fieldBytes: number = LIMITS.fieldSize,
): Promise<FormValues> {
  const { incoming } = source.env;
  if (Number(incoming.headers["content-length"] ?? 0) > MAX_BYTES) {
    await discardRest(incoming);
    throw new BodyTooLarge();
  }
  return new FormReader(source, { accept, onFile, fieldBytes }).read();
}

interface FormReaderOptions {
  readonly accept: AcceptInput;
  readonly onFile: OnFile;
  readonly fieldBytes: number;
}

/** Reads one form: keeps its values, and passes on its files. Values and files are handled in the order of the body. */
class FormReader {
  readonly #connection: HttpBindings;
  readonly #options: FormReaderOptions;
  readonly #parser: BusboyInstance;
  readonly #reservation: Reservation;
  readonly #values = new FormValues();
  readonly #arriving = new Set<Readable>();
  /** Resolves when all values that have arrived are kept or ignored. */
  #fields: Promise<void> = Promise.resolve();
  /** Resolves when all files that have arrived are read. */
  #files: Promise<void> = Promise.resolve();
  #textBytes = 0;

  constructor({ env, var: { formBudget, network } }: FormSource, options: FormReaderOptions) {
    this.#connection = env;
    this.#options = options;
    this.#parser = newParser(env.incoming, options.fieldBytes);
    this.#reservation = formBudget.open(network, () => this.#parser.destroy(new TooManyBodies()));
    if (env.outgoing.closed) this.#reservation.release();
    env.outgoing.once("close", this.#reservation.release);
  }

  async read(): Promise<FormValues> {
    this.#listen();
    const request = this.#connection.incoming;
    const body = countBytes(async (bytes) => {
      if (this.#countsArrival()) this.#reserve(bytes);
      await this.#fields;
    });
    // The request is not a part of the pipeline, which would leave the rest of a refused form unread.
    request.pipe(body);
    finished(request).catch((error: Error) => body.destroy(error));
    try {
      await pipeline(body, this.#parser);
    } catch (error) {
      await this.#abandon();
      throw error instanceof BodyTooLarge || error instanceof TooManyBodies ? error : new BodyMalformed();
    }
    await this.#fields;
    await this.#files;
    this.#reservation.complete();
    return this.#values;
  }

  #listen(): void {
    this.#parser.on("field", (name, value) => {
      this.#fields = this.#fields.then(() => this.#keep(name, value));
      this.#fields.catch(() => {});
    });
    this.#parser.on("file", (input, content, name) => this.#queue(input, content, name ?? ""));
    for (const limit of ["partsLimit", "fieldsLimit", "filesLimit"] as const)
      this.#parser.on(limit, () => this.#parser.destroy(new BodyTooLarge()));
  }

  /** Passes a file on after the values and files before it. */
  #queue(input: string, content: BusboyFileStream, name: string): void {
    this.#arriving.add(content);
    // Without a listener, an error of a waiting file would end the process.
    content.on("error", () => {});
    const file = { input, name: unescapeName(name), content, isWhole: () => !content.truncated };
    const before = this.#fields;
    this.#files = this.#files
      .then(() => before)
      .then(() => this.#options.onFile(file, this.#values))
      .finally(() => content.resume());
    this.#files.catch(() => {});
  }

  async #keep(name: string, value: string): Promise<void> {
    const limits = await this.#options.accept(name, value);
    if (limits === undefined || this.#values.all(name).length >= limits.values) return;
    const kept = value.length > limits.length ? `${value.slice(0, limits.length)}…` : value;
    const bytes = Buffer.byteLength(kept);
    if (this.#textBytes + bytes > MAX_TEXT_BYTES) throw new BodyTooLarge();
    if (!this.#countsArrival()) this.#reserve(bytes);
    this.#values.add(name, kept);
  }

  /** Whether bytes count as they arrive, and not only the values that are kept. */
  #countsArrival(): boolean {
    return this.#options.fieldBytes > LIMITS.fieldSize;
  }

  #reserve(bytes: number): void {
    // The reservation of a closed request is already released.
    if (this.#connection.outgoing.closed) throw new BodyMalformed();
    const isOrdinary = this.#textBytes + bytes <= ORDINARY_TEXT_BYTES;
    if (!this.#reservation.grow(bytes, isOrdinary ? undefined : MAX_HELD_BYTES)) throw new TooManyBodies();
    this.#textBytes += bytes;
  }

  /** Releases the memory of a refused or interrupted form, and ends its files. Throws if a value was refused. */
  async #abandon(): Promise<void> {
    this.#reservation.release();
    for (const content of this.#arriving) content.destroy(new Error("The upload broke off"));
    // Files in progress fail because of this error, and remove their stored part.
    await this.#files.catch(() => {});
    await discardRest(this.#connection.incoming);
    await this.#fields;
  }
}

/**
 * Reads the rest of a refused form, at most for `LINGER_MS`. Closing the connection while the client is sending would reset it,
 * and the browser would show its error page instead of the answer.
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
 * Counts the size of the body.
 * @param ready waits until the values before a chunk are kept or ignored, so at most one further chunk is in memory
 */
function countBytes(ready: (bytes: number) => Promise<void>): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > MAX_BYTES) done(new BodyTooLarge());
      else ready(chunk.length).then(() => done(null, chunk), done);
    },
  });
}

/** Decodes quotes and line breaks in names, as browsers escape them (HTML Standard, "multipart form data"). */
function unescapeName(name: string): string {
  return name.replace(/%(22|0D|0A)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
