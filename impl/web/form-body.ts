/** Reads the bodies of HTML forms as they arrive, with files. */
import type { IncomingMessage } from "node:http";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { MAX_FILE_BYTES } from "../files/upload.ts";

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

/** The body is no form. */
export class BodyMalformed extends Error {
  override readonly name = "BodyMalformed";
}

/** 50 MB of files fit, some of them twice, and the text. */
const MAX_BYTES = 80_000_000;
/** 500 answers of 10,000 characters fit. Unlike files, the text of all concurrent requests is in memory. */
const MAX_TEXT_BYTES = 20_000_000;
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

/**
 * Reads a form, urlencoded or multipart, while it arrives.
 * @param onFile takes a file and the values before it; one file after the other
 * @throws BodyTooLarge, BodyMalformed, and whatever `onFile` throws
 */
export async function readForm(
  request: IncomingMessage,
  onFile: (file: IncomingFile, before: FormValues) => Promise<void>,
): Promise<FormValues> {
  if (Number(request.headers["content-length"] ?? 0) > MAX_BYTES) throw new BodyTooLarge();
  const values = new FormValues();
  const parser = newParser(request);
  const arriving = new Set<Readable>();
  let files = Promise.resolve();
  let textBytes = 0;
  parser.on("field", (name, value) => {
    textBytes += Buffer.byteLength(value);
    if (textBytes > MAX_TEXT_BYTES) parser.destroy(new BodyTooLarge());
    else values.add(name, value);
  });
  parser.on("file", (input, content, name) => {
    arriving.add(content);
    // Without a listener, an error of a file that waits for its turn would end the process.
    content.on("error", () => {});
    const file = { input, name: unescapeName(name ?? ""), content, isWhole: () => !content.truncated };
    files = files.then(() => onFile(file, values)).finally(() => content.resume());
    files.catch(() => {});
  });
  for (const limit of ["partsLimit", "fieldsLimit", "filesLimit"] as const)
    parser.on(limit, () => parser.destroy(new BodyTooLarge()));
  await pipeline(request, counted(), parser).catch(async (error: unknown) => {
    for (const content of arriving) content.destroy(new Error("The upload broke off"));
    // Files that were being received fail because of this error, and remove what they stored.
    await files.catch(() => {});
    throw error instanceof BodyTooLarge ? error : new BodyMalformed();
  });
  await files;
  return values;
}

function newParser({ headers }: IncomingMessage): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...headers, "content-type": headers["content-type"] ?? "" },
      limits: LIMITS,
    });
  } catch {
    throw new BodyMalformed();
  }
}

function counted(): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > MAX_BYTES) done(new BodyTooLarge());
      else done(null, chunk);
    },
  });
}

/** Browsers escape quotes and line breaks in names in this way (HTML Standard, "multipart form data"). */
function unescapeName(name: string): string {
  return name.replace(/%(22|0D|0A)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
