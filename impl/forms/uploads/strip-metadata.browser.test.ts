/** Tests that browsers draw pictures without their metadata as they drew them with it. */
import { expect, test } from "vitest";
import { openPage } from "../../test/support/browser.ts";
import { editors, small } from "../../test/support/editors.ts";
import { exifSegment, markedPictures, withSegments } from "../../test/support/marked-pictures.ts";
import { jpeg, png, webpPixel } from "../../test/support/pictures.ts";
import { fileOf, uploadPicture } from "../../test/support/upload-picture.ts";
import { stripMetadata } from "./strip-metadata.ts";

type Page = Awaited<ReturnType<typeof openPage>>;

interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly pixels: string;
}

/** The size at which the browser draws a picture, and its pixels. */
function draw(page: Page, file: Buffer): Promise<Drawn> {
  return page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:;base64,${base64}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    const { naturalWidth: width, naturalHeight: height } = image;
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext("2d");
    context?.drawImage(image, 0, 0);
    return { width, height, pixels: [...(context?.getImageData(0, 0, width, height).data ?? [])].join() };
  }, file.toString("base64"));
}

/** A photo as the browser writes it, with a gradient, so that turns show. */
async function photo(page: Page, type: string): Promise<Buffer> {
  const base64 = await page.evaluate((wanted) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 60, height: 30 });
    const context = canvas.getContext("2d")!;
    const gradient = context.createLinearGradient(0, 0, 60, 30);
    gradient.addColorStop(0, "#d22");
    gradient.addColorStop(1, "#22d");
    context.fillStyle = gradient;
    context.fillRect(0, 0, 60, 30);
    return canvas.toDataURL(wanted).split(",")[1] ?? "";
  }, type);
  return Buffer.from(base64, "base64");
}

test("a picture looks the same without its metadata", async () => {
  const page = await openPage({});
  const photos = await Promise.all(
    ["image/jpeg", "image/png", "image/webp"].map((type) => photo(page, type)),
  );
  const turned = [1, 2, 3, 4, 5, 6, 7, 8].map((at) =>
    withSegments(photos[0]!, exifSegment(at, at % 2 ? "II" : "MM")),
  );
  const files = [
    ...markedPictures.map(([what, file]) => [what, file] as const),
    ...photos.map((file, at) => [`photo ${at}`, file] as const),
    ...turned.map((file, at) => [`turned ${at + 1}`, file] as const),
    ...Object.entries(webpPixel),
  ];
  for (const [what, file] of files) {
    const stripped = stripMetadata(file);
    expect(stripped, what).toBeDefined();
    expect(await draw(page, stripped!.bytes), what).toEqual(await draw(page, file));
  }
});

test("an upload that skips the editor loses its metadata, and its size is that of the turned picture", async () => {
  const service = await editors();
  const session = service.ada.cookie("session")!;
  const id = await service.create(small, true);
  const page = await openPage({});
  for (const [what, file] of markedPictures) {
    const extension = what.slice(0, what.indexOf(" ")).toLowerCase();
    const { status, reply } = await uploadPicture(service, session, id, fileOf(file, `a.${extension}`));
    expect([what, status]).toEqual([what, 201]);
    const served = await fetch(`${service.publicUrl}/images/${reply.id}`);
    const bytes = Buffer.from(await served.arrayBuffer());
    expect(bytes.includes("SECRET"), what).toBe(false);
    const row = await service.storage.db
      .selectFrom("images")
      .select(["width", "height", "size_bytes"])
      .where("id", "=", reply.id!)
      .executeTakeFirstOrThrow();
    const { width, height } = await draw(page, bytes);
    expect([what, row]).toEqual([what, { width, height, size_bytes: bytes.length }]);
  }
  for (const file of [jpeg(9, 9).subarray(0, -2), png(9, 9).subarray(0, -12)]) {
    const name = file[0] === 0xff ? "a.jpg" : "a.png";
    expect((await uploadPicture(service, session, id, fileOf(file, name))).reply.message).toMatch(/content/i);
  }
});
