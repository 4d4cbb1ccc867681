/** Exports of issues, which end by themselves. */
import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Has } from "../faults.ts";
import type { IssueCall, Issues } from "./issues.ts";

interface Export {
  readonly owner: string;
  readonly titles: readonly string[];
  readonly madeAt: number;
  /** The ways in which it was used. */
  readonly used: Set<"export" | "link">;
}

/** Issues in one export. */
const most = 12;
const lifetimeMs = 600_000;
const linkLifetimeMs = 300_000;
export const fileName = "Mängel.txt";

export class Exports {
  readonly #key = randomBytes(16);
  readonly #made = new Map<string, Export>();
  readonly #issues: Issues;
  readonly #has: Has;
  readonly #now: () => number;
  /** Whether the connection ends in the middle of a file. */
  breaksOff = false;
  /** The origin of links. */
  address = "http://127.0.0.1";

  constructor(issues: Issues, has: Has, now: () => number) {
    this.#issues = issues;
    this.#has = has;
    this.#now = now;
  }

  create({ account }: IssueCall) {
    const has = this.#has;
    const isOfAll = has("export-has-issues-of-all");
    const newest = [...this.#issues.all.values()]
      .filter(({ owner }) => isOfAll || owner === account)
      .toReversed();
    const exported = newest.slice(0, has("export-has-one-too-many") ? most + 1 : most);
    const export_id = `exp_${randomBytes(6).toString("hex")}`;
    const madeAt = this.#now();
    const titles = exported.map(({ title }) => title);
    const text = titles.join("\n");
    this.#made.set(export_id, { owner: account, titles, madeAt, used: new Set() });
    return {
      export_id,
      issue_ids: exported.map(({ issue_id }) => issue_id),
      download_url: `${this.address}/exports/${export_id}?s=${this.#sign(export_id)}`,
      link_ends_at: new Date(
        madeAt + linkLifetimeMs * (has("another-end-of-the-link-is-shown") ? 2 : 1),
      ).toISOString(),
      file_name: has("file-has-another-name") ? "Mangel.txt" : fileName,
      bytes: Buffer.byteLength(text) + (has("file-has-another-size") ? 1 : 0),
      sha256: createHash("sha256")
        .update(has("digest-is-of-another-file") ? `${text}\n` : text)
        .digest("hex"),
      expires_at: new Date(madeAt + lifetimeMs * (has("wrong-end-is-shown") ? 2 : 1)).toISOString(),
    };
  }

  read({ export_id }: { export_id: string }, call: IssueCall) {
    const made = this.#made.get(export_id);
    const isForCaller =
      made?.owner === call.account ||
      this.#has("exports-are-open-to-everybody") ||
      this.#has("export-serves-whoever-has-its-id");
    if (made === undefined || !isForCaller || this.#hasEnded(made, lifetimeMs, "export"))
      return call.fail("export_gone", "There is no such export any more. Make a new one.");
    made.used.add("export");
    return { titles: made.titles };
  }

  /** Returns the file behind the link of an export; `undefined` if the export has ended. */
  download(path: string): string | Uint8Array | undefined {
    const [export_id = "", signature] = path.split("?s=");
    const made = this.#made.get(export_id);
    const isOfAnother = [...this.#made].some(
      ([id, { owner }]) => owner !== made?.owner && signature === this.#sign(id),
    );
    const isAccepted =
      signature === this.#sign(export_id) ||
      this.#has("link-needs-no-signature") ||
      (isOfAnother && this.#has("link-takes-signatures-of-others"));
    if (!isAccepted) return undefined;
    if (made === undefined || this.#hasEnded(made, linkLifetimeMs, "link")) return undefined;
    made.used.add("link");
    return made.titles.join("\n");
  }

  #sign(export_id: string): string {
    const signed = this.#has("signature-opens-every-file") ? "" : export_id;
    return createHmac("sha256", this.#key).update(signed).digest("hex");
  }

  #hasEnded({ madeAt, used }: Export, ms: number, what: "export" | "link"): boolean {
    if (this.#has(`${what}-never-ends`)) return false;
    if (this.#has(`${what}-lives-on-when-used`) && used.has(what)) return false;
    return this.#now() >= madeAt + (this.#has(`${what}-ends-early`) ? ms / 2 : ms);
  }
}
