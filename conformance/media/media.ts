/** Judges whether content is of the media type that stands beside it. */
import { MIMEType } from "node:util";
import { findCsvProblem } from "./csv.ts";
import { hasSignature } from "./signatures.ts";
import { findSvgProblem } from "./svg.ts";
import { readXml, XmlError } from "./xml.ts";

/** How content of a media type is judged; undefined where it is not. */
type Format = TextFormat | "signature" | undefined;

type TextFormat = "csv" | "json" | "xml";

/** Whether content of this media type is judged: images, archives, PDF, CSV, JSON and XML. */
export function isJudgedMedia(mediaType: string): boolean {
  const type = readType(mediaType);
  return type !== undefined && formatOf(type) !== undefined;
}

/** Returns why content is not of its media type; undefined if it is, or if that is not judged. */
export function findMediaProblem(mediaType: string, content: Uint8Array | string): string | undefined {
  const type = readType(mediaType);
  const format = type && formatOf(type);
  if (type === undefined || format === undefined) return undefined;
  const problem =
    format === "signature" ? findSignatureProblem(type, content) : findTextProblem(type, format, content);
  return problem && `it is said to be ${type.essence}, and ${problem}`;
}

function readType(mediaType: string): MIMEType | undefined {
  try {
    return new MIMEType(mediaType);
  } catch {
    return undefined;
  }
}

function formatOf({ essence }: MIMEType): Format {
  if (essence === "application/json" || (essence.endsWith("+json") && essence !== "application/json-seq"))
    return "json";
  if (essence === "application/xml" || essence === "text/xml" || essence.endsWith("+xml")) return "xml";
  if (essence === "text/csv") return "csv";
  return hasSignature(essence, new Uint8Array()) === undefined ? undefined : "signature";
}

function findSignatureProblem({ essence }: MIMEType, content: Uint8Array | string): string | undefined {
  // Bytes that were sent as a text cannot be told from other ones.
  if (typeof content === "string") return undefined;
  if (content.length === 0) return "it is empty";
  return hasSignature(essence, content) ? undefined : "it does not begin like one";
}

function findTextProblem(
  type: MIMEType,
  format: TextFormat,
  content: Uint8Array | string,
): string | undefined {
  const text = typeof content === "string" ? content : decode(type, format, content);
  if (text === undefined) return "it is not text in its encoding";
  if (format === "csv") return findCsvProblem(text);
  if (!/\S/.test(text)) return "it is empty";
  return format === "json" ? findJsonProblem(text) : findXmlProblem(type, text);
}

/** Returns the text; undefined if its bytes are none. */
function decode(type: MIMEType, format: TextFormat, content: Uint8Array): string | undefined {
  const start = Buffer.from(content.subarray(0, 200)).toString("latin1");
  const isWide = /^(?:\xff\xfe|\xfe\xff)/.test(start);
  const written = format === "xml" ? /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']/.exec(start)?.[1] : "";
  const label =
    (isWide && (start.startsWith("\xff") ? "utf-16le" : "utf-16be")) || type.params.get("charset");
  try {
    return new TextDecoder(label || written || "utf-8", { fatal: true }).decode(content);
  } catch (error) {
    // A name that is unknown here may be known elsewhere, and programs for tables write CSV in encodings of their own.
    return error instanceof RangeError || format === "csv"
      ? Buffer.from(content).toString("latin1")
      : undefined;
  }
}

function findJsonProblem(text: string): string | undefined {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ""));
    return undefined;
  } catch (error) {
    return `it is not JSON: ${(error as Error).message}`;
  }
}

function findXmlProblem({ essence }: MIMEType, text: string): string | undefined {
  try {
    const root = readXml(text);
    return essence === "image/svg+xml" ? findSvgProblem(root) : undefined;
  } catch (error) {
    if (error instanceof XmlError) return error.message;
    throw error;
  }
}
