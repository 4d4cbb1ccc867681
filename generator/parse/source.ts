/** One file of a spec, as text. */
export interface SpecSource {
  /** Relative to the spec folder, with `/`: `service.yaml`, `tools/<tool>.yaml`, `types/<type>.yaml`. */
  readonly path: string;
  readonly text: string;
  /** The bytes were not UTF-8; invalid ones are U+FFFD in `text`. */
  readonly isInvalidUtf8?: true;
}
