/** `toolwright import --read` at a server whose results are JSON in texts. The wanted files were written by hand. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { toolwright } from "../../test/support/cli/cli.ts";

const server = join(import.meta.dirname, "../../test/import/servers/reading.mjs");

interface Imported {
  readonly code: number | null;
  readonly stderr: string;
  /** The files of the spec, by their paths. */
  readonly files: Readonly<Record<string, string>>;
  /** A line a call: the tool and its arguments. */
  readonly calls: readonly string[];
}

async function importFrom(behaviour: string, ...args: readonly string[]): Promise<Imported> {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const log = join(folder, "calls");
  const command = `"${process.execPath}" "${server}" ${behaviour} "${log}"`;
  const { code, stderr } = await toolwright(folder, ["import", "--read", "--command", command, ...args]);
  const spec = join(folder, "spec");
  const paths = existsSync(spec) ? readdirSync(spec, { recursive: true, encoding: "utf8" }) : [];
  const files = paths.filter((path) => path.endsWith(".yaml"));
  return {
    code,
    stderr,
    files: Object.fromEntries(files.map((path) => [path, readFileSync(join(spec, path), "utf8")])),
    calls: existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n") : [],
  };
}

/** Parts of what the server returns. */
const secrets = [
  "81f3",
  "plans",
  "Shopping",
  "2026-",
  "private",
  "ana@",
  "hunter2",
  "notes.md",
  "reminders.",
];

describe("import --read", () => {
  test("calls what says that it only reads, with ids that results have shown, and describes what is returned", async () => {
    const { code, stderr, files, calls } = await importFrom("healthy");
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(calls).toEqual([
      "list_notes {}",
      'count_notes {"state":"open"}',
      "list_reminders {}",
      "list_usage {}",
      "list_tags {}",
      'get_note {"note_id":"n-81f3"}',
      'count_notes {"state":"done"}',
      'get_note {"note_id":"n-92c4"}',
    ]);
    const said = stderr.slice(0, stderr.indexOf("spec/ describes"));
    expect(said.replace(/ \S*spec-language/, " spec-language")).toBe(
      [
        "--read calls 6 tools: list_notes, get_note, count_notes, list_reminders, list_usage, list_tags.",
        "  left out: 3 tools without readOnlyHint: true",
        "  left out: search_notes, which needs query",
        "The results of 4 tools are described in the spec.",
        "Not described, since they returned nothing to learn from: list_tags. Fill the server, and import it again.",
        'Some results of 1 tool are words (list_reminders). Lines of output_as describe them: spec-language.md, "Results as text".',
        "",
      ].join("\n"),
    );
    const written = [stderr, ...Object.values(files)].join("\n");
    for (const value of secrets) expect(written).not.toContain(value);
    for (const path of [
      "tools/list_notes.yaml",
      "tools/get_note.yaml",
      "tools/count_notes.yaml",
      "types/note.yaml",
    ])
      await expect(files[path]).toMatchFileSnapshot(`want/${path}`);
    expect(files["tools/list_usage.yaml"]).toContain("additionalProperties:");
    expect(files["tools/list_tags.yaml"]).not.toMatch(/^output/m);
  });

  test("with --guess: what is made, shown and ended is guessed from what results show", async () => {
    const { files } = await importFrom("healthy", "--guess");
    expect(files["service.yaml"]).toContain(
      [
        "entities:",
        "  note:",
        "    id: types/note_id.yaml",
        "    made_by: { tool: create_note, path: /note/id }",
        "    ended_by: { tool: delete_note }",
        "    observed_by: [ list_notes, get_note ]",
        "",
      ].join("\n"),
    );
    await expect(files["tools/create_note.yaml"]).toMatchFileSnapshot("want/guessed/create_note.yaml");
  });

  test.for<[string, RegExp]>([
    ["huge", /^The results of 5 tools are described in the spec\.$/m],
    ["dies", /^The calls ended early.* it ended with exit code 3 before it had answered tools\/call\.$/m],
  ])("%s: writes the spec with what can be described", async ([behaviour, words]) => {
    const { code, stderr, files } = await importFrom(behaviour);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(words) });
    expect(Object.values(files).join("\n")).toMatch(/^output_as: text$/m);
  });

  test("silent: gives up after the time limit, and writes the spec", async () => {
    const { code, stderr, files } = await importFrom("silent", "--timeout", "1");
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining("The calls ended early") });
    expect(files["tools/list_notes.yaml"]).not.toMatch(/^output_as:/m);
  });
});

test("a file has no results to read", async () => {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  expect(await toolwright(folder, ["import", "--read", "mcp.lock.json"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--read calls tools of a server: it goes with --url or --command."),
  });
});
