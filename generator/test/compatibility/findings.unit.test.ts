/** Each code of a finding has an example that yields it, and a page that shows the example. */
import { describe, expect, test } from "vitest";
import { exampleFindings, findingPages } from "../../../.ci/findings.ts";
import { type Code, classes, codes } from "../../compatibility/codes.ts";
import { compareInterfaces } from "../../compatibility/compare.ts";
import { publishedBy } from "../../compatibility/published.ts";
import { compile } from "../../compile.ts";
import { examples } from "../support/compatibility/examples.ts";
import { fixture } from "../support/fixtures.ts";

const names = Object.keys(codes) as Code[];

describe("examples", () => {
  test.each(names)("%s", (code) => {
    const found = exampleFindings(code);
    expect(found.map((each) => each.code)).toContain(code);
    // An example shows one thing: what else it yields is not graver.
    const own = classes.indexOf(codes[code].class);
    expect(found.filter((each) => classes.indexOf(each.class) < own).map((each) => each.code)).toEqual([]);
  });

  test.each(names)("%s: nothing is found where nothing changed", (code) => {
    const { published, old } = examples[code];
    expect(
      compareInterfaces(published(old as never), published(structuredClone(old) as never)).findings,
    ).toEqual([]);
  });
});

test("a tool that is gone may have the name of what every object has", () => {
  const published = (name: string) => publishedBy(compile(fixture(name).sources).model!);
  const { findings } = compareInterfaces(published("reserved-words"), published("one-tool"));
  expect(findings.filter(({ code }) => code === "tool-removed").map(({ tool }) => tool)).toContain(
    "constructor",
  );
});

describe("pages of the guide", () => {
  const pages = findingPages();

  test.each(names)("%s.md says what it means, and shows the report", (code) => {
    const page = pages.get(`${code}.md`);
    for (const part of [codes[code].says, codes[code].advice, `[${code}]`]) expect(page).toContain(part);
  });

  test("README.md lists each code once, and there are no other pages", () => {
    const listed = [...pages.get("README.md")!.matchAll(/^\| \[`([^`]+)`\]\(\1\.md\) \|/gm)];
    expect(listed.map(([, code]) => code).sort()).toEqual([...names].sort());
    expect([...pages.keys()].sort()).toEqual(["README.md", ...names.map((code) => `${code}.md`)].sort());
  });
});
