/**
 * Answers on their way to another device: compressed in the fragment of an address, which browsers send to no server. A fragment may
 * come from anybody, so what is read from one has the limits and the names that a form has.
 */

/** Values by the name of their input. */
export type Values = Readonly<Record<string, readonly string[]>>;

const VERSION = "1.";
/** The maximum length of a fragment. */
const MAX_LENGTH = 64_000;
/** The maximum size of unpacked answers. */
const MAX_BYTES = 256_000;
/** A slice of this size unpacks to at most 1,032 times as much (RFC 1951), so little is unpacked before the limit is noticed. */
const SLICE = 256;
const MAX_NAMES = 5_000;
const MAX_VALUES = 1_000;
/** Inputs that a browser keeps: the address, and those of a question, with the id of its choice, row or text. */
const NAME = /^(address|[aomr]\.[a-z][a-z0-9_]{0,63}(\.[a-z0-9][a-z0-9_]{0,63})?)$/;

/** Returns the fragment for answers. */
export async function packAnswers(values: Values): Promise<string> {
  const stream = new Blob([JSON.stringify(values)])
    .stream()
    .pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return VERSION + text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Returns the answers of a fragment; undefined: it is none of ours, is damaged, or unpacks to too much. */
export async function unpackAnswers(fragment: string): Promise<Values | undefined> {
  if (!fragment.startsWith(VERSION) || fragment.length > MAX_LENGTH) return undefined;
  try {
    const text = atob(fragment.slice(VERSION.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    return readValues(JSON.parse(await inflate(bytes)));
  } catch {
    return undefined;
  }
}

/** @throws if the data are damaged or unpack to more than the limit */
async function inflate(packed: Uint8Array<ArrayBuffer>): Promise<string> {
  let at = 0;
  const slices = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (at >= packed.length) controller.close();
      else controller.enqueue(packed.slice(at, at + SLICE));
      at += SLICE;
    },
  });
  const reader = slices.pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let [size, text] = [0, ""];
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > MAX_BYTES) {
      await reader.cancel();
      throw new Error("Too large");
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

function readValues(data: unknown): Values | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const entries = Object.entries(data as Readonly<Record<string, unknown>>);
  const isValid = entries.every(([name, values]) => NAME.test(name) && isTexts(values));
  if (entries.length === 0 || entries.length > MAX_NAMES || !isValid) return undefined;
  return data as Values;
}

function isTexts(values: unknown): boolean {
  return (
    Array.isArray(values) &&
    values.length > 0 &&
    values.length <= MAX_VALUES &&
    values.every((value) => typeof value === "string")
  );
}
