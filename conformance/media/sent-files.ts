/** Tells files of callers from those of the target: what a caller has uploaded comes back as it was, whatever it said to be. */
import type { Json } from "../cases/edits.ts";
import { listLeafValues } from "../cases/places.ts";

/** The most texts that are kept. */
const mostTexts = 100_000;

/** Ending of a file's name -> what the media types of such files contain, where that is another text. */
const endings: Readonly<Record<string, string>> = {
  jpg: "jpeg",
  gz: "gzip",
  ogg: "ogg",
  oga: "ogg",
  docx: "wordprocessingml",
  xlsx: "spreadsheetml",
  pptx: "presentationml",
  odt: "opendocument",
  ods: "opendocument",
  odp: "opendocument",
};

export class SentFiles {
  readonly #texts = new Set<string>();
  readonly #mediaTypes = new Set<string>();
  readonly #endings = new Set<string>();

  /** Called with the arguments of every call of the run. */
  record(input: Json): void {
    for (const text of listLeafValues(input)) {
      if (typeof text !== "string") continue;
      if (this.#texts.size < mostTexts) this.#texts.add(text);
      const [, mediaType] = /^\s*([\w.+-]+\/[\w.+-]+)\s*(?:;|$)/.exec(text) ?? [];
      if (mediaType !== undefined) this.#mediaTypes.add(mediaType.toLowerCase());
      const [, ending] = /\.([a-z\d]{2,5})$/i.exec(text) ?? [];
      if (ending !== undefined) this.#endings.add(ending.toLowerCase());
    }
  }

  /** Whether a caller may have given the target content of this media type, which it shows as it got it. */
  mayHave(mediaType: string, content: Uint8Array | string): boolean {
    const essence = mediaType.replace(/;.*/s, "").trim().toLowerCase();
    const isNamed = [...this.#endings].some((ending) => essence.includes(endings[ending] ?? ending));
    return isNamed || this.#mediaTypes.has(essence) || this.hasText(content);
  }

  /** Whether the run has sent this content, as it is or in Base64. */
  hasText(content: Uint8Array | string): boolean {
    const bytes = Buffer.from(content);
    return [bytes.toString(), bytes.toString("base64")].some((text) => this.#texts.has(text));
  }
}
