/** Whether a file of a spec is the content of a resource, and not YAML of the spec language. */
export function isContentFile(path: string): boolean {
  return path.startsWith("resources/") && !/\.ya?ml$/.test(path);
}

/** One file of a spec, as text. */
export interface SpecSource {
  /** Relative to the spec folder, with `/`: `service.yaml`, `tools/<tool>.yaml`, `types/<type>.yaml`. */
  readonly path: string;
  /** The content of the file. */
  readonly text: string;
  /** The bytes were not UTF-8; invalid ones are U+FFFD in `text`. */
  readonly isInvalidUtf8?: true;
  /** The content of a resource that is no text, in Base64. */
  readonly isBase64?: true;
}
