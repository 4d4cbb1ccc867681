/** Relative links in the Markdown pages of this repository lead to files. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { linksOf } from "../test/support/packed/links.ts";
import { repository } from "../test/support/temporary-project.ts";

test("no relative link in a tracked Markdown page leads to a missing file", () => {
  const listed = execFileSync("git", ["ls-files", "-z", "*.md"], { cwd: repository, encoding: "utf8" });
  const pages = listed.split("\0").filter((page) => page !== "" && existsSync(join(repository, page)));
  expect(pages).toContain("README.md");
  const missing = pages.flatMap((page) =>
    linksOf(readFileSync(join(repository, page), "utf8"))
      .filter((link) => !/^([a-z]+:|#)/.test(link))
      // `npm run build` makes the guide; packed/package.proof.ts follows its links.
      .filter((link) => page !== "generator/README.md" || !link.startsWith("guide/"))
      .filter((link) => !existsSync(join(repository, dirname(page), link.split("#")[0]!)))
      .map((link) => `${page}: ${link}`),
  );
  expect(missing).toEqual([]);
});
