/** Tests the findings of `toolwright diff` for specs with resources and prompts. */

import { join } from "node:path";
import { compareInterfaces } from "@toolwright/check/compatibility";
import { freeze, readPublished } from "@toolwright/check/release";
import { type Published, readListed, readOffers } from "@toolwright/check/surface";
import { canonical } from "@toolwright/runtime/json";
import { expect, test } from "vitest";
import { compile } from "../../compile.ts";
import { offerLists } from "../../emit/resource-lists.ts";
import { readSpec } from "../../files/spec.ts";
import { publishModel } from "../../published/model-interface.ts";
import { fixture } from "../support/fixtures.ts";
import { repository } from "../support/temporary-project.ts";

const { sources } = fixture("resources");

function published(file?: string, change: (text: string) => string = (text) => text): Published {
  const changed = sources.map((source) =>
    source.path === file ? { ...source, text: change(source.text) } : source,
  );
  const { model } = compile(changed);
  if (!model) throw new Error(`${file} has mistakes.`);
  return publishModel(model);
}

test.each<[string, string, (text: string) => string, readonly string[]]>([
  [
    "another URI",
    "resources/feed.yaml",
    (text) => text.replace("notes://feed", "notes://news"),
    ["breaking resource-removed resource notes://feed", "additive resource-added resource notes://news"],
  ],
  [
    "an argument that has to be given now",
    "prompts/summarise.yaml",
    (text) => text.replace("enum:", "required: true, enum:"),
    ["breaking input-property-required prompt summarise"],
  ],
  [
    "a value that is no longer allowed",
    "prompts/summarise.yaml",
    (text) => text.replace("plain, ", ""),
    ["breaking input-values-removed prompt summarise"],
  ],
  [
    "a field that is not promised any more",
    "resources/note.yaml",
    (text) => text.replace("required: [text]", "required: []"),
    ["breaking output-property-optional resource notes://note/{note_id}"],
  ],
  [
    "another scope and another failure",
    "resources/attachment.yaml",
    (text) => text.replace("scope: notes:read", "scope: notes:author").replace("not_found", "locked"),
    [
      "breaking auth-scope-added resource notes://note/{note_id}/{+path}",
      "additive auth-scope-removed resource notes://note/{note_id}/{+path}",
      "risky failure-added resource notes://note/{note_id}/{+path}",
      "additive failure-removed resource notes://note/{note_id}/{+path}",
    ],
  ],
  [
    "another address of a page",
    "resources/panel.yaml",
    (text) => text.replace("ui://notes/panel", "ui://notes/board"),
    [
      "additive resource-added resource ui://notes/board",
      "breaking resource-removed resource ui://notes/panel",
      "risky entry-changed refresh",
      "risky entry-changed show",
    ],
  ],
  [
    "a page that asks for more",
    "resources/panel.yaml",
    (text) => text.replace("clipboardWrite: {}", "clipboardWrite: {}, camera: {}"),
    ["risky entry-changed resource ui://notes/panel"],
  ],
])("%s", (_, file, change, want) => {
  const { findings } = compareInterfaces(published(), published(file, change));
  expect(findings.map(({ class: kind, code, tool }) => `${kind} ${code} ${tool}`).sort()).toEqual(
    [...want].sort(),
  );
});

test("classifies changed texts of a skill as wording", () => {
  const { sources: files } = fixture("every-key");
  const change = (path: string, from: string, to: string) => {
    const changed = files.map((file) =>
      file.path === path ? { ...file, text: file.text.replace(from, to) } : file,
    );
    expect(changed).not.toEqual(files);
    const [before, after] = [files, changed].map((each) => publishModel(compile(each).model!));
    return compareInterfaces(before!, after!).findings.map(({ class: kind, code }) => `${kind} ${code}`);
  };
  expect(change("service.yaml", "Finds a recording and", "Looks for one and").sort()).toEqual([
    "wording examples-changed",
    "wording text-edited",
  ]);
  expect(change("scenarios/publishing.yaml", "Find something to publish.", "Find one.")).toEqual([
    "wording examples-changed",
  ]);
  expect(change("service.yaml", "publish-recordings:", "publish-films:").sort()).toEqual([
    ...Array.from({ length: 3 }, () => "additive resource-added"),
    ...Array.from({ length: 3 }, () => "breaking resource-removed"),
    ...Array.from({ length: 2 }, () => "wording examples-changed"),
  ]);
});

test("a release contains resources and prompts", () => {
  const released = readPublished(freeze(published()));
  expect(compareInterfaces(released, published())).toEqual({ findings: [], notes: [], problems: [] });
  const { findings } = compareInterfaces(
    released,
    published("resources/feed.yaml", (text) => text.replace("feed", "x")),
  );
  expect(findings.map(({ code }) => code)).toContain("resource-removed");
});

test.each(["spec", "generator/test/official/spec", "generator/test/fixtures/resources/spec"])(
  "a release of %s holds what the lists of its server show",
  (folder) => {
    const { model } = compile(readSpec(join(repository, folder)));
    if (!model) throw new Error(`${folder} has mistakes.`);
    const source = publishModel(model);
    const byName = (side: Published) =>
      readListed(side)
        ?.toSorted((a, b) => (a.name < b.name ? -1 : 1))
        .map((each) => JSON.parse(canonical(each)));
    const listed = byName({ ...source, listed: readOffers(offerLists(model)) });
    expect(listed).not.toEqual([]);
    expect(byName(readPublished(freeze(source)))).toEqual(listed);
  },
);
