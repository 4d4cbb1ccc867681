/** Compares skills with the suite: each claim of a skill has cases. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { CaseFile } from "../../conformance/cases/format.ts";
import { readCaseFile } from "../../conformance/cases/load.ts";
import { compile } from "../compile.ts";
import { emitResourceLists } from "../emit/resource-lists.ts";
import { readSpec } from "../files/spec.ts";
import type { SpecSource } from "../parse/source.ts";
import { fixture } from "../test/support/fixtures.ts";
import { repository } from "../test/support/temporary-project.ts";

const spec = readFileSync(join(repository, "spec/service.yaml"), "utf8");
/** The files of the skills and their list, without the other generated files. */
const emitSkills = (sources: readonly SpecSource[]) => emitResourceLists(compile(sources).model!);

const ofService = emitSkills(readSpec(join(repository, "spec")));
const ofHostileTexts = emitSkills(fixture("every-key").sources);
const cases = readCaseFile(new URL("../../generated/cases.json", import.meta.url));

const rules = cases.behaviour!;

type Files = readonly { readonly path: string; readonly text: string }[];

interface SkillEntry {
  readonly uri: string;
  readonly frontmatter: { readonly name: string; readonly description: string };
  readonly resources: readonly { readonly uri: string; readonly digest: string; readonly size: number }[];
}

const textOf = (files: Files, path: string) => files.find((file) => file.path === path)!.text;
const entriesOf = (files: Files): SkillEntry[] => JSON.parse(textOf(files, "skills.json")).skills;
const pathOf = (uri: string) => uri.replace("skill://", "skills/");

/** The cells of the rows of a table, without Markdown's code spans. */
function rowsBelow(text: string, heading: RegExp): string[][] {
  const [, table = ""] = heading.exec(text) ? text.split(heading, 2) : [];
  const [block = ""] = /^\|(?:.*\n)+?(?=\n|$)/m.exec(table) ?? [];
  const lines = block.trim().split("\n").slice(2);
  return lines.map((line) =>
    line
      .slice(2, -2)
      .split(" | ")
      .map((each) => each.replaceAll("`", "")),
  );
}

interface Claim {
  readonly says: string;
  readonly isProven: (id: string) => boolean;
}

const prefixed = (says: string, prefix: string): Claim => ({ says, isProven: (id) => id.startsWith(prefix) });
const exactly = (says: string): Claim => ({ says, isProven: (id) => id === says });

function claimsOf(files: Files, folder: string): Claim[] {
  const overview = textOf(files, `${folder}/SKILL.md`);
  const workflows = textOf(files, `${folder}/references/workflows.md`);
  const refusals = textOf(files, `${folder}/references/refusals.md`);
  const tools = rowsBelow(overview, /^## Tools$/m).map(([name = ""]) => name);
  return [
    ...tools.map((tool) => exactly(`manifest/${tool}`)),
    ...[...overview.matchAll(/^- `([\w-]+)`: /gm)].map(([, id]) =>
      prefixed(`workflow ${id}`, `scenarios/${id}/`),
    ),
    ...workflows.split(/^## /m).slice(1).flatMap(stepClaims),
    ...[...overview.matchAll(/^## States of (\w+)$/gm)].flatMap(([heading, machine]) =>
      rowsBelow(overview, new RegExp(`^${heading}$`, "m")).flatMap((row) => transitionClaims(machine!, row)),
    ),
    ...rowsBelow(refusals, /^# Refusals$/m).flatMap(([code = "", , , names = ""]) =>
      names.split(", ").map((tool) => refusalClaim(tool, code)),
    ),
    ...rowsBelow(refusals, /^## Limits$/m).map(([limit = ""]) => limitClaim(limit)),
  ];
}

function stepClaims(section: string): Claim[] {
  const [workflow] = section.split("\n", 1);
  return [...section.matchAll(/^### \d+\. ([\w-]+): /gm)].map(([, step]) =>
    exactly(`scenarios/${workflow}/${step}`),
  );
}

/** A case makes the tool refuse with the code: an example, a step, an account state, an id of another account, a wrong state, a used up limit. */
function refusalClaim(tool: string, code: string): Claim {
  const proving = cases.cases.filter((each) => {
    if (each.tool !== tool || "untestable" in each) return false;
    if (each.kind === "failures") return each.code === code;
    if (each.kind === "scenarios")
      return rules.workflows[each.workflow]!.steps.some(
        ({ id, failure }) => id === each.step && failure === code,
      );
    if (each.kind === "accounts")
      return each.check === "refused" && rules.accountStates[each.state]!.refused === code;
    if (each.kind === "access") return rules.entities[each.entity]!.private === code;
    if (each.kind === "states" && each.check === "refused")
      return rules.states[each.machine]!.transitions[each.transition]!.refused === code;
    return each.kind === "limits" && each.check === "end" && refusalOf(rules.limits[each.limit]) === code;
  });
  const ids = new Set(proving.map(({ id }) => id));
  return { says: `${tool} refuses with ${code}`, isProven: (id) => ids.has(id) };
}

/** Only quotas have a failure code. */
function refusalOf(rule: object | undefined): unknown {
  return rule && "refused" in rule ? rule.refused : undefined;
}

function limitClaim(limit: string): Claim {
  const { scenario } = parse(spec).limits[limit];
  const own = new RegExp(`^limits/${limit}/`);
  const told = new RegExp(`^scenarios/${scenario}/`);
  return { says: `limit ${limit}`, isProven: (id) => own.test(id) || told.test(id) };
}

/** Calls are tried in each state of the transition; transitions of the server from their first state. */
function transitionClaims(machine: string, [name = "", from = "", , maker = ""]: string[]): Claim[] {
  if (!maker.startsWith("the server"))
    return from.split(", ").map((state) => exactly(`states/${machine}/${state}/${name}`));
  const isTimed = maker.includes("when ");
  const ending = new RegExp(`^states/${machine}/\\w+/${isTimed ? name : "led"}$`);
  return [{ says: `transition ${machine} ${name}`, isProven: (id) => ending.test(id) }];
}

test("the page of skills shows the printed files", () => {
  const page = readFileSync(join(repository, "docs/skills.md"), "utf8");
  const shown = [...page.matchAll(/^````md\n(.*?)^````$/gms)].map(([, text = ""]) => text);
  expect(shown).toHaveLength(1);
  for (const text of shown)
    expect(textOf(ofService, "skills/build-forms/references/workflows.md")).toContain(text);
});

describe.each(entriesOf(ofService).map(({ uri }) => pathOf(uri).replace("/SKILL.md", "")))("%s", (folder) => {
  const claims = claimsOf(ofService, folder);

  test("describes tools, workflows, states, refusals and limits", () => {
    for (const kind of ["manifest/", "workflow ", "scenarios/", "states/", "service_", "limit "])
      expect(
        claims.filter(({ says }) => says.startsWith(kind)).map(({ says }) => says),
        kind,
      ).not.toEqual([]);
  });

  test("makes only claims that the suite tests", () => {
    const ids = idsOf(cases);
    expect(claims.filter(({ isProven }) => !ids.some(isProven)).map(({ says }) => says)).toEqual([]);
  });

  test("would fail with an untested claim", () => {
    const without = idsOf(cases).filter(
      (id) => !/^(access|accounts|failures|states|scenarios|limits|manifest)\//.test(id),
    );
    expect(claims.filter(({ isProven }) => without.some(isProven))).toEqual([]);
  });
});

function idsOf({ cases: all }: CaseFile): string[] {
  return all.map(({ id }) => id);
}

describe.each([
  ["the form service", ofService],
  ["hostile texts", ofHostileTexts],
] as const)("the index of %s", (_, files) => {
  test.each(entriesOf(files))("$uri lists every file with its digest and size", ({ uri, resources }) => {
    const folder = pathOf(uri).replace("SKILL.md", "");
    const paths = files.map(({ path }) => path).filter((path) => path.startsWith(folder));
    expect(resources.map((each) => pathOf(each.uri)).sort()).toEqual(paths.sort());
    for (const { uri: file, digest, size } of resources) {
      const bytes = Buffer.from(textOf(files, pathOf(file)));
      expect({ digest, size }).toEqual({
        digest: `sha256:${createHash("sha256").update(bytes).digest("hex")}`,
        size: bytes.length,
      });
    }
  });

  test.each(entriesOf(files))("$uri has its frontmatter, as YAML", ({ uri, frontmatter }) => {
    const [, yaml = ""] = /^---\n([\s\S]*?)\n---\n/.exec(textOf(files, pathOf(uri))) ?? [];
    expect(parse(yaml)).toEqual(frontmatter);
    expect(frontmatter.description.length).toBeGreaterThan(20);
  });
});

test("two builds of a spec have the same bytes, in any order of its files", () => {
  const again = emitSkills(readSpec(join(repository, "spec")).toReversed());
  const skills = (files: Files) => files.filter(({ path }) => path.startsWith("skills"));
  expect(skills(again)).toEqual(skills(ofService));
  expect(skills(ofService).length).toBe(7);
});

test("a description of several lines is one line of the frontmatter", () => {
  const [file] = entriesOf(ofHostileTexts);
  expect(file!.frontmatter.description).toBe(
    'Finds a recording and publishes it. Use it when somebody says "publish" or `share`, at most 50 at a time.',
  );
});
