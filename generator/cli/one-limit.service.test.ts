/** A limit that changes is one finding with its places, however many schemas of tools use it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inProject, toolwright } from "../test/support/cli/cli.ts";

const tool = "spec/tools/find_book.yaml";
const service = "spec/service.yaml";
const places = ["find_book input /first", "find_book input /last", "find_book input /limit"];
const ids = places.map((place) => `input-range-narrowed ${place}`);

function edit(folder: string, path: string, from: string, to: string): void {
  const text = readFileSync(join(folder, path), "utf8");
  expect(text).toContain(from);
  writeFileSync(join(folder, path), text.replace(from, to));
}

/** A project whose limit of 50 became one of 20; three arguments use it. */
async function withChangedLimit<T>(use: (folder: string) => Promise<T>): Promise<T> {
  return inProject(async (folder) => {
    const argument = "limit: { type: integer, maximum: { $limit: page.max } }";
    const more = ["limit", "first", "last"].map((name) => argument.replace("limit", name)).join("\n    ");
    edit(folder, tool, argument, more);
    await toolwright(folder, ["release"]);
    edit(folder, service, "max: 50", "max: 20");
    return await use(folder);
  });
}

function accept(folder: string, ...findings: readonly string[]): readonly string[] {
  const entries = findings.map((each) => `- finding: ${each}\n  reason: Nobody asks for more.\n`);
  writeFileSync(join(folder, "accepted.yaml"), entries.join(""));
  return ["--accept", "accepted.yaml"];
}

test("a terminal shows the limit once, then the other places", async () => {
  await withChangedLimit(async (folder) => {
    const { stdout } = await toolwright(folder, ["diff"]);
    expect(stdout.match(/\[input-range-narrowed\]/g)).toHaveLength(1);
    expect(stdout).toContain(`      at        ${tool}:8
      also      find_book input /last  ${tool}:9
      also      find_book input /limit  ${tool}:7
`);
    expect(stdout).toMatch(/2 breaking\n$/);
  });
});

test("each format lists all places of the one finding", async () => {
  await withChangedLimit(async (folder) => {
    const diff = async (format: string) => (await toolwright(folder, ["diff", "--format", format])).stdout;
    const json = JSON.parse(await diff("json"));
    const [one, ...others] = json.findings.filter(
      ({ code }: { code: string }) => code === "input-range-narrowed",
    );
    expect(others).toEqual([]);
    expect(one.places.map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(one.places.map(({ at }: { at: { line: number } }) => at.line)).toEqual([8, 9, 7]);
    expect(json.counts.breaking).toBe(2);

    const results = JSON.parse(await diff("sarif")).runs[0].results;
    const result = results.find(({ ruleId }: { ruleId: string }) => ruleId === "input-range-narrowed");
    const lines = result.locations.map(
      ({ physicalLocation }: { physicalLocation: { region: { startLine: number } } }) =>
        physicalLocation.region.startLine,
    );
    expect(lines).toEqual([8, 9, 7]);
    expect(result.message.text).toContain(places.join(", "));

    expect(await diff("github")).toContain(`::${places.join(", ")}: maximum differs.`);
    expect(await diff("markdown")).toContain(
      `- ${places.map((place) => `\`${place}\``).join(", ")}: maximum differs.`,
    );
  });
});

test("accepts breaking changes place by place, and the others stay one open finding", async () => {
  await withChangedLimit(async (folder) => {
    const limit = "limit-lowered limit page max";
    const some = await toolwright(folder, ["diff", ...accept(folder, limit, ids[0]!)]);
    expect(some).toMatchObject({ code: 1, stdout: expect.stringMatching(/3 breaking \(2 accepted\)\n$/) });
    const all = await toolwright(folder, ["diff", ...accept(folder, limit, ...ids)]);
    expect(all).toMatchObject({ code: 0, stdout: expect.stringMatching(/2 breaking \(2 accepted\)\n$/) });
  });
});

test("a release asks for a reason at each place of a breaking change", async () => {
  await withChangedLimit(async (folder) => {
    edit(folder, service, "version: 1.0.0", "version: 2.0.0");
    const { stderr, stdout } = await toolwright(folder, ["release"]);
    const entries = ids.map((id) => `- finding: ${id}\n  reason: ...\n`).join("");
    expect(stdout + stderr).toContain(entries);
    expect(stdout + stderr).toContain("2 breaks have no reason.");
  });
});

test("generate reports the breaking change once, and names the other places", async () => {
  await withChangedLimit(async (folder) => {
    const { stdout, stderr } = await toolwright(folder, ["generate"]);
    const text = stdout + stderr;
    expect(text.match(/\[input-range-narrowed,/g)).toHaveLength(1);
    expect(text).toContain("The same at find_book input /last, find_book input /limit.");
  });
});

test("findings about other properties or other values are not joined", async () => {
  await inProject(async (folder) => {
    await toolwright(folder, ["release"]);
    const title = "title: { type: string }";
    const more = "author: { type: string }\n    year: { type: integer }";
    edit(folder, tool, title, `title: { type: string, maxLength: 9 }\n    ${more}`);
    edit(folder, tool, "limit: { type: integer,", "limit: { type: integer, minimum: 1,");
    const { findings } = JSON.parse((await toolwright(folder, ["diff", "--format", "json"])).stdout);
    expect(findings.map(({ places: own }: { places: unknown[] }) => own.length)).toEqual([1, 1, 1, 1]);
  });
});
