/** The catalogue of a sale as a file, at a link that works for a quarter of an hour. */
import { createHash, randomUUID } from "node:crypto";
import type { House } from "./house.ts";
import type { Sale } from "./records.ts";

interface CatalogueFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly until: number;
}

const files = new Map<string, CatalogueFile>();
const linkTime = 900_000;

export function exportCatalogue(house: House, sale: Sale, origin: string): object {
  const rows = sale.lots.map(({ id, title, estimate }, place) =>
    [place + 1, id, quote(title), estimate.low, estimate.high].join(","),
  );
  const bytes = Buffer.from(["number,lot,title,low,high", ...rows, ""].join("\r\n"));
  const name = `catalogue-${sale.id}.csv`;
  const key = randomUUID();
  const until = house.now() + linkTime;
  files.set(key, { name, bytes, until });
  return {
    sale_id: sale.id,
    url: `${origin}/catalogues/${key}.csv`,
    file_name: name,
    bytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    lot_count: rows.length,
    expires_at: new Date(until).toISOString(),
  };
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** The file of a link, unless that has ended. */
export function fileOf(key: string, now: number): CatalogueFile | undefined {
  const file = files.get(key);
  return file === undefined || file.until <= now ? undefined : file;
}
