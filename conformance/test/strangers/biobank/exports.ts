/** Files of a study, which can be fetched for ten minutes. */
import { createHash, randomBytes } from "node:crypto";
import { breaks } from "./breaks.ts";
import { now, toTime } from "./clock.ts";
import { find, listOf, type Sample, samples, studies, toTenths } from "./records.ts";
import { lapse } from "./samples.ts";

interface ExportedFile {
  readonly body: Buffer;
  readonly name: string;
  readonly until: number;
}

const files = new Map<string, ExportedFile>();
const lifeMs = 600_000;
const head = "id,barcode,kind,status,volume_ul,collected_on,note,tags";

/** Writes a cell of CSV, guarded against formulas. */
function toCell(value: string | number): string {
  const text = typeof value === "string" && /^[=+\-@]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) && !breaks("cells-unquoted") ? `"${text.replaceAll('"', '""')}"` : text;
}

function toRow({ id, barcode, kind, status, volume_ul, collected_on, note, tags }: Sample): string {
  const cells = [id, barcode, kind, status, volume_ul, collected_on, note ?? "", tags.join(" ")];
  return cells.map(toCell).join(",");
}

export function exportSamples(
  lab: string,
  { study_id, kind }: { readonly study_id: number; readonly kind?: string },
  base: string,
) {
  const study = find(studies, "study", study_id, lab);
  const wanted = breaks("export-of-every-kind") ? undefined : kind;
  const own = listOf(samples, lab).filter(
    (sample) =>
      sample.study_id === study_id &&
      sample.status !== "discarded" &&
      (wanted === undefined || sample.kind === wanted),
  );
  for (const sample of own) lapse(sample);
  const rows = breaks("export-lacks-last") ? own.slice(0, -1) : own;
  const body = Buffer.from(`${[head, ...rows.map(toRow)].join("\r\n")}\r\n`);
  const id = randomBytes(16).toString("hex");
  const until = Math.floor(now() / 1000) * 1000 + lifeMs;
  const file = { body, name: `${study.code}-samples.csv`, until };
  files.set(id, file);
  return {
    url: `${base}/files/${id}`,
    file_name: file.name,
    sha256: createHash("sha256").update(body).digest("hex"),
    bytes: breaks("size-in-letters") ? body.toString().length : body.length,
    rows: own.length,
    volume_ul: toTenths(own.reduce((sum, { volume_ul }) => sum + volume_ul, 0)),
    expires_at: toTime(until),
  };
}

/** Finds a file whose time has not ended. */
export function openFile(id: string): ExportedFile | undefined {
  const file = files.get(id);
  return file === undefined || now() >= file.until ? undefined : file;
}
