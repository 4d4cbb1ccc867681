/** Opens the addresses in results. */
import { valueAt } from "../cases/edits.ts";
import { PreconditionError } from "../results/precondition-error.ts";
import { failed } from "../results/verdict.ts";
import { type Called, readStructured } from "./calls.ts";
import type { Engine } from "./engine.ts";

const fetchMs = 10_000;
const maxTextBytes = 16 * 1024 * 1024;

/** Only addresses of the target itself are opened: its answer decides where the suite sends requests. */
export function addressAt(place: string, called: Called, { context }: Engine): URL {
  const url = URL.parse(String(valueAt(readStructured(called), place)));
  if (url !== null && url.hostname === URL.parse(context.to)?.hostname) return url;
  throw new PreconditionError("setup", `${url?.host ?? "it"} is not the target, so it is not opened`);
}

/** Where no answer comes, the case fails, whatever it is about. */
export async function openAddress(url: URL): Promise<Response> {
  return fetch(url, { redirect: "manual", signal: AbortSignal.timeout(fetchMs) }).catch((error: unknown) => {
    const silent = new PreconditionError("setup", `nothing came from ${url.pathname}: ${error}`);
    silent.failure = failed(`an answer from ${url.pathname}`, String(error));
    throw silent;
  });
}

/** What is at an address, as a text. An endless one is not read to its end. */
export async function readText(url: URL): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (await openAddress(url)).body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxTextBytes) throw new PreconditionError("large", `${url.pathname} is too large to be read`);
  }
  return Buffer.concat(chunks).toString();
}
