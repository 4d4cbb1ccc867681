/** The interface of image models: one picture for a description. */
import type { PictureSize } from "../lessons/writer.ts";

/** Reasons of pictures that the endpoint made, and so bills, and that pages cannot show. */
export const UNUSABLE_PICTURE: ReadonlySet<string> = new Set([
  "wrong_size",
  "too_large",
  "no_picture",
  "link",
]);

export interface ImageModel {
  /** Such as `gpt-image-1`. */
  readonly name: string;
  /**
   * The bytes are checked: they are a whole picture of this type.
   * @throws ModelFailure; the reason of `signal` when it aborts
   */
  draw(description: string, signal: AbortSignal): Promise<MadeImage>;
}

export interface MadeImage {
  readonly bytes: Uint8Array;
  /** Such as `image/png`. */
  readonly mediaType: string;
  readonly size: PictureSize;
}
