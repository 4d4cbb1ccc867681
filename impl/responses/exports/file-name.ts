/** Names and content types of exported files. */
import { splitWords } from "../../forms/directory/words.ts";
import type { FileFormat } from "./request.ts";

const MAX_LENGTH = 80;

/** Such as `event-registration.csv`, of letters and digits in whatever script. */
export function exportFileName(title: string, format: FileFormat | "pdf"): string {
  const words = [...splitWords(title).join("-")].slice(0, MAX_LENGTH).join("").replace(/-+$/, "");
  return `${words === "" ? "responses" : words}.${format.replace("_with_links", "")}`;
}

export function exportContentType(format: FileFormat): string {
  if (format === "xlsx") return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  return format === "zip" ? "application/zip" : "text/csv; charset=utf-8";
}
