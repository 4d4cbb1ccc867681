/** Holds the table of docs/suite.md to the cases of specs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { expand, type StoredCases } from "../cases/stored.ts";

const repository = join(import.meta.dirname, "../..");
const page = readFileSync(join(repository, "docs/suite.md"), "utf8");
/** The ids of the rows. A word in capitals stands for one or more segments of an id, a final `…` for any rest. */
const rows = [...page.matchAll(/^\| `([^`]+)` \|/gm)].map(
  ([, id = ""]) => new RegExp(`^${id.replaceAll(/[A-Z]+/g, ".+").replaceAll("…", ".*")}$`),
);

test.each(["generated/cases.json", "generator/test/fixtures/every-key/want/cases.json"])(
  "each case of %s has a row",
  (file) => {
    const stored = JSON.parse(readFileSync(join(repository, file), "utf8")) as StoredCases;
    const ids = expand(stored).cases.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(100);
    expect(ids.filter((id) => !rows.some((row) => row.test(id)))).toEqual([]);
  },
);
