/** Opens the addresses in results. */
import { strFromU8, unzipSync } from "fflate";
import { valueAt } from "../../cases/edits.ts";
import { PreconditionError } from "../../results/precondition-error.ts";
import { failed } from "../../results/verdict.ts";
import type { Engine } from "../engine.ts";
import { type Called, readStructured } from "./called.ts";

/** As long as a call may take by default: a loaded server is as slow here. */
const fetchMs = 30_000;
const maxTextBytes = 16 * 1024 * 1024;

/** Returns the address at a place of a result. Throws a PreconditionError unless it is on the target: the suite sends requests to no other host. */
export function addressAt(place: string, called: Called, { context }: Engine): URL {
  const url = URL.parse(String(valueAt(readStructured(called), place)));
  if (url !== null && url.hostname === URL.parse(context.to)?.hostname) return url;
  throw new PreconditionError("setup", `${url?.host ?? "it"} is not the target, so it is not opened`);
}

/** Opens an address. If it does not answer, the case fails, independent of its subject. */
export function openAddress(url: URL, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const answer = fetch(url, { redirect: "manual", headers, signal: AbortSignal.timeout(fetchMs) });
  return answer.catch((error: unknown) => fail(`an answer from ${url.pathname}`, error));
}

/** The length of the content that is read. */
const mostContentBytes = 4 * 1024 * 1024;

/** Reads the content of an answer; undefined if it is too large, or does not come to its end. */
export async function readContent(response: Response): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > mostContentBytes) return undefined;
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks);
}

function fail(expected: string, error: unknown): never {
  const problem = new PreconditionError("setup", `${expected} is missing: ${error}`);
  problem.failure = failed(expected, String(error));
  throw problem;
}

/** Reads an address as text; for a ZIP, the names and texts of its files. Throws a PreconditionError for content that is too large. */
export async function readText(url: URL): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const response = await openAddress(url);
  try {
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk);
      count(chunk.length);
    }
  } catch (error) {
    if (error instanceof PreconditionError) throw error;
    fail(`the end of ${url.pathname}`, error);
  }
  const file = Buffer.concat(chunks);
  return file.toString("latin1", 0, 4) === "PK\x03\x04" ? readArchive() : file.toString();

  function count(bytes: number): true {
    size += bytes;
    if (size <= maxTextBytes) return true;
    throw new PreconditionError("large", `${url.pathname} is too large to be read`);
  }

  function readArchive(): string {
    try {
      const files = unzipSync(file, { filter: ({ originalSize }) => count(originalSize) });
      return Object.entries(files)
        .flatMap(([name, content]) => [name, strFromU8(content)])
        .join("\n");
    } catch (error) {
      if (error instanceof PreconditionError) throw error;
      return fail(`a ZIP at ${url.pathname}`, error);
    }
  }
}
