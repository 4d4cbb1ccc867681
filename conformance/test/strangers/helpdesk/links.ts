/** Files behind signed URLs that end. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { ServerResponse } from "node:http";
import { mistakes } from "./breaks.ts";
import type { StoredFile } from "./tickets.ts";
import { nowSeconds } from "./time.ts";

export class Links {
  /** The address of the server; known when it listens. */
  base = "";
  readonly #secret = randomBytes(32);
  readonly #files = new Map<number, StoredFile>();
  #last = 0;

  keep(name: string, mediaType: string, bytes: Buffer): StoredFile {
    this.#last += 1;
    const file = { number: this.#last, name, mediaType, bytes };
    this.#files.set(file.number, file);
    return file;
  }

  urlOf({ number, name }: StoredFile, until: number): string {
    return `${this.base}/files/${number}/${name}?until=${until}&signature=${this.#sign(number, until)}`;
  }

  send(url: URL, response: ServerResponse): void {
    const number = Number(url.pathname.split("/")[2]);
    const until = Number(url.searchParams.get("until"));
    const file = this.#files.get(number);
    const isSigned = this.#isSigned(number, until, url.searchParams.get("signature") ?? "");
    if (file === undefined || !(isSigned || mistakes.exportLinkUnsigned)) {
      response.writeHead(404, { "content-type": "text/plain" }).end("There is no such file.\n");
    } else if (nowSeconds() >= until) {
      response.writeHead(410, { "content-type": "text/plain" }).end("This link has ended.\n");
    } else {
      response.writeHead(200, {
        "content-type": file.mediaType,
        "content-length": file.bytes.length,
        "content-disposition": `attachment; filename="${file.name}"`,
        "x-content-type-options": "nosniff",
        "cache-control": "private, no-store",
      });
      response.end(file.bytes);
    }
  }

  #sign(number: number, until: number): string {
    return createHmac("sha256", this.#secret).update(`${number} ${until}`).digest("hex");
  }

  #isSigned(number: number, until: number, signature: string): boolean {
    const right = Buffer.from(this.#sign(number, until));
    const wrong = Buffer.from(signature);
    return right.length === wrong.length && timingSafeEqual(right, wrong);
  }
}
