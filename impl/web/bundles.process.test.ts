import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bundleFolder, staleBundles } from "../../.ci/bundles.ts";
import { dataDir } from "../test/support/data-dir.ts";

test("the committed bundles are up to date", async () => {
  expect(await staleBundles()).toEqual([]);
});

test("browsers without light-dark() get the light colours", () => {
  const [own, older] = readFileSync(join(bundleFolder, "page.css"), "utf8").split(
    "@supports not (color:light-dark(",
  );
  const light = [...own!.matchAll(/(--[\w-]+): light-dark\((#\w+)/g)].map(
    ([, name, colour]) => `${name}:${colour}`,
  );
  expect(light).toContain("--ground:#f4f2ed");
  expect(older).toContain(`{:root{color-scheme:light;${light.join(";")}}}`);
});

test("names a changed, missing or obsolete bundle, with the command that updates it", async () => {
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
