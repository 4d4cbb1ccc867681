/** Names and content types of exported files. */
import type { ExportFormat } from "../../../generated/types.ts";
import { splitWords } from "../../forms/directory/words.ts";

const MAX_LENGTH = 80;

/** Such as `event-registration.csv`, of letters and digits in whatever script. */
export function exportFileName(title: string, format: ExportFormat): string {
  const words = [...splitWords(title).join("-")].slice(0, MAX_LENGTH).join("").replace(/-+$/, "");
  return `${words === "" ? "responses" : words}.${format === "zip" ? "zip" : "csv"}`;
}

export function exportContentType(format: ExportFormat): string {
  return format === "zip" ? "application/zip" : "text/csv; charset=utf-8";
}
