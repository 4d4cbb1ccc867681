/** Guest lists as files behind links that are signed and expire. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { breaks } from "./breaks.ts";
import type { Office } from "./office.ts";
import type { Event } from "./records.ts";
import { ordersOf } from "./sales.ts";

const key = randomBytes(32);
const lifetime = 900_000;

interface File {
  readonly name: string;
  readonly bytes: Buffer;
  readonly expires: number;
}

const files = new Map<string, File>();

export function exportGuests(office: Office, event: Event, mayReadEmails: boolean) {
  const withEmails = mayReadEmails || breaks("emails-in-guest-list");
  const now = office.now();
  for (const [id, { expires }] of files) if (expires + lifetime < now) files.delete(id);
  const rows = ordersOf(office, event).flatMap(({ tickets, email }) =>
    tickets
      .filter(({ status }) => status !== "void")
      .map(({ code, holder_name, item, status }) => [
        code,
        holder_name,
        item.type.name,
        status,
        ...(withEmails ? [email] : []),
      ]),
  );
  const head = ["code", "holder", "ticket_type", "status", ...(withEmails ? ["customer_email"] : [])];
  const bytes = Buffer.from([head, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join(""));
  const id = randomBytes(12).toString("hex");
  const file = { name: `guests-${event.id}.csv`, bytes, expires: now + lifetime };
  files.set(id, file);
  return {
    guests: rows.length,
    file_name: file.name,
    size_bytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    path: `/guest-lists/${id}?expires=${file.expires}&signature=${sign(id, file.expires)}`,
    expires_at: new Date(file.expires).toISOString(),
  };
}

function cell(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

function sign(id: string, expires: number | string): string {
  return createHmac("sha256", key).update(`${id} ${expires}`).digest("base64url");
}

/** The file of a link, or the status with which the link is refused. */
export function openLink(url: URL, now: number): File | number {
  const id = url.pathname.slice("/guest-lists/".length);
  const expires = url.searchParams.get("expires") ?? "";
  const given = Buffer.from(url.searchParams.get("signature") ?? "");
  const wanted = Buffer.from(sign(id, expires));
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return 403;
  return Number(expires) <= now ? 410 : (files.get(id) ?? 404);
}
