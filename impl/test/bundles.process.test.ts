import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bundleFolder, staleBundles } from "../../.ci/bundles.ts";
import { dataDir } from "./support/data-dir.ts";

test("the committed bundles are what their sources make", async () => {
  expect(await staleBundles()).toEqual([]);
});

test("a bundle that is changed, missing or left over is named, with the command", async () => {
  const folder = join(dataDir(), "bundles");
  cpSync(bundleFolder, folder, { recursive: true });
  writeFileSync(join(folder, "form.js"), "");
  rmSync(join(folder, "page.css"));
  writeFileSync(join(folder, "gone.js"), "");
  expect(await staleBundles(folder)).toEqual(
    ["form.js", "page.css", "gone.js"].map(
      (name) => `impl/web/bundles/${name} is not what its sources make. Run: npm run bundles`,
    ),
  );
});
