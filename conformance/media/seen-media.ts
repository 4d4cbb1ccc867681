/** Remembers what the results of a run show that has a media type: texts at places of the schema, and addresses of files. */
import type { Json } from "../cases/edits.ts";
import type { CaseFile } from "../cases/format.ts";
import { valuesAt } from "../cases/places.ts";
import type { MediaText, ResultCase } from "../cases/result-cases.ts";
import type { Exchange } from "../wire/client.ts";
import { readBase64 } from "./base64.ts";
import { findMediaProblem } from "./media.ts";
import type { SentFiles } from "./sent-files.ts";

type MediaCase = Extract<ResultCase, { readonly check: "media" }>;

/** The most addresses of one place; later ones take the place of earlier ones, since work of the server shows its files late. */
const mostOfPlace = 16;

export interface SeenAddress {
  readonly url: string;
  /** Its place in the result: a JSON Pointer. */
  readonly pointer: string;
  /** The call whose result showed it first. */
  readonly exchange: Exchange;
}

/** The texts and addresses that the results of one tool have shown. */
export interface Seen {
  /** The places of texts. */
  readonly texts: Set<string>;
  /** The first text that is not of its media type. */
  broken?: { readonly problem: string; readonly exchange: Exchange };
  /** Place -> address -> where it was seen. */
  readonly addresses: Map<string, Map<string, SeenAddress>>;
}

export class SeenMedia {
  readonly #cases: ReadonlyMap<string, MediaCase>;
  readonly #seen = new Map<string, Seen>();
  readonly #sent: SentFiles;

  constructor({ cases }: CaseFile, sent: SentFiles) {
    this.#sent = sent;
    this.#cases = new Map(
      cases.flatMap((each) =>
        "check" in each && each.check === "media" ? [[each.tool, each] as const] : [],
      ),
    );
  }

  /** Called with every structured result of the run. */
  observe(tool: string, exchange: Exchange, result: Json): void {
    const each = this.#cases.get(tool);
    if (each === undefined) return;
    const seen = this.of(tool);
    for (const text of each.texts)
      for (const found of listTexts(result, text.at)) this.#noteText(seen, text, found, exchange);
    for (const place of each.addresses)
      for (const { pointer, text } of listTexts(result, place))
        noteAddress(seen, place, { url: text, pointer, exchange });
  }

  /** Returns why content that the target shows is not of its media type. Content of callers is not judged. */
  findFileProblem(mediaType: string, content: Uint8Array | string): string | undefined {
    const problem = findMediaProblem(mediaType, content);
    return problem !== undefined && this.#sent.mayHave(mediaType, content) ? undefined : problem;
  }

  /** Returns what the results of a tool have shown by now. */
  of(tool: string): Seen {
    const seen = this.#seen.get(tool) ?? { texts: new Set(), addresses: new Map() };
    this.#seen.set(tool, seen);
    return seen;
  }

  #noteText(
    seen: Seen,
    declared: MediaText,
    { pointer, text }: { readonly pointer: string; readonly text: string },
    exchange: Exchange,
  ): void {
    seen.texts.add(declared.at);
    const problem = this.#sent.hasText(text) ? undefined : this.#findTextProblem(declared, text);
    if (problem !== undefined) seen.broken ??= { problem: `${pointer}: ${problem}`, exchange };
  }

  #findTextProblem({ mediaType, encoding }: MediaText, text: string): string | undefined {
    const content = encoding === "base64" ? readBase64(text) : text;
    if (content === undefined) return "it is not Base64";
    const isRead = encoding === undefined || encoding === "base64";
    return mediaType === undefined || !isRead ? undefined : this.findFileProblem(mediaType, content);
  }
}

function listTexts(result: Json, place: string): { readonly pointer: string; readonly text: string }[] {
  return valuesAt(result, place).flatMap(({ pointer, value }) =>
    typeof value === "string" ? [{ pointer, text: value }] : [],
  );
}

function noteAddress({ addresses }: Seen, place: string, address: SeenAddress): void {
  const known = addresses.get(place) ?? new Map<string, SeenAddress>();
  addresses.set(place, known);
  if (known.has(address.url)) return;
  known.set(address.url, address);
  const [first] = known.keys();
  if (known.size > mostOfPlace && first !== undefined) known.delete(first);
}
