/** Prepares pictures for an upload. */

/** Wider than any page of a form shows them, with room for fine screens. */
const MAX_SIDE = 1_600;
const QUALITY = 0.85;

/**
 * Makes large pictures smaller. A photo is drawn anew, which turns it upright and leaves out what the camera wrote into it, such as
 * the place. @returns the file itself if it is a small drawing, or no picture that the browser can read: the service says why
 */
export async function shrinkPicture(file: File): Promise<File> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (picture === undefined) return file;
  const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height));
  if (scale === 1 && file.type === "image/png") return file;
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  // Browsers that cannot write the type write PNG.
  const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, file.type, QUALITY));
  return drawn === null ? file : new File([drawn], `picture.${drawn.type.replace("image/", "")}`, drawn);
}
