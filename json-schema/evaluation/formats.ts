/** The formats that JSON Schema and OpenAPI define, as Ajv asserts them. */
import type { Format } from "ajv";
import { fullFormats } from "ajv-formats/dist/formats.js";

/**
 * Formats by name, in the shapes that Ajv calls: a RegExp, a function or `{ validate }`. Format `url`, which no standard defines, is an
 * absolute http, https or ftp URL: the regular expression of ajv-formats takes quadratic time.
 */
export const formats: Readonly<Record<string, Format>> = {
  ...(fullFormats as Readonly<Record<string, Format>>),
  url: (text: string) => /^(https?|ftp):\/\/\S+$/i.test(text) && URL.canParse(text),
};
