/** What the Share page offers beside the link of a form, looked at and used in browsers. */
import { readFile } from "node:fs/promises";
import { outputOf } from "@toolwright/runtime/client";
import { encode } from "uqr";
import { expect, test } from "vitest";
import { createClient } from "../../generated/client.ts";
import type { NewStructure } from "../../generated/types.ts";
import { barriers, keepPicture, openPage } from "./support/browser.ts";
import { ownerPages } from "./support/owner.ts";
import { ownerWindows } from "./support/owner-windows.ts";
import { connect } from "./support/service.ts";

const ada = "ada@example.org";

const signUp: NewStructure = {
  title: { en: "Rowing: sign-up / 2026" },
  default_language: "en",
  languages: ["en"],
  pages: [{ id: "p", fields: [{ id: "name", type: "short_text", label: { en: "Name" }, required: true }] }],
};

/** A published form, and what opens a page in all windows of its owner. */
async function world(structure: NewStructure) {
  const service = await ownerPages();
  const { token } = await service.mint({ email: ada });
  const agent = createClient(await connect(service.endpoint, token));
  const { form_id, urls } = outputOf(await agent.createForm({ structure }));
  await agent.updateForm({ form_id, status_action: "publish" });
  return {
    service,
    url: urls.public,
    path: `${service.publicUrl}/forms/${form_id}`,
    show: await ownerWindows(service, ada),
  };
}

test("the QR code is that of the link, black on white in the dark too, and so are its files", async () => {
  const { service, path, url, show } = await world(signUp);
  const want = encode(url, { ecc: "M", border: 4 }).data;
  for (const page of await show("share", path)) {
    const language = await page.locator("html").getAttribute("lang");
    await page.getByText(language === "de" ? "QR-Code" : "QR code", { exact: true }).click();
    await keepPicture(page, `qr-${language}`);
    expect(await barriers(page)).toEqual([]);
    const picture = page.getByRole("img", { name: url });
    await picture.scrollIntoViewIfNeeded();
    const box = (await picture.boundingBox())!;
    expect(await readModules(await page.screenshot(), want.length, "image/png", box)).toEqual(want);
    for (const type of ["svg", "png"]) {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.click(`a[href$="qr.${type}"]`),
      ]);
      expect(download.suggestedFilename()).toBe(`Rowing_ sign-up _ 2026.${type}`);
      const file = await readFile(await download.path());
      expect(await readModules(file, want.length, type === "svg" ? "image/svg+xml" : "image/png")).toEqual(
        want,
      );
    }
  }
  const eve = await service.signIn("eve@example.org");
  expect((await eve.open(`${path}/qr.png`)).status).toBe(404);
});

/**
 * What is black in a picture of a code that has so many modules on each side.
 * @param box where the code is in the picture; undefined: it is all of it
 */
async function readModules(
  file: Buffer,
  side: number,
  type: string,
  box?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): Promise<boolean[][]> {
  const page = await openPage({});
  const source = `data:${type};base64,${file.toString("base64")}`;
  return (await page.evaluate(`(async () => {
    const image = Object.assign(new Image(), { src: ${JSON.stringify(source)} });
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: ${side * 9}, height: ${side * 9} });
    const context = canvas.getContext("2d");
    const { x, y, width, height } = ${JSON.stringify(box)} ?? { x: 0, y: 0, width: image.width, height: image.height };
    context.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height);
    const isBlack = (x, y) => context.getImageData(x * 9 + 4, y * 9 + 4, 1, 1).data[0] < 128;
    return Array.from({ length: ${side} }, (_, y) => Array.from({ length: ${side} }, (_, x) => isBlack(x, y)));
  })()`)) as boolean[][];
}
