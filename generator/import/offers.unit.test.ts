/** Tests the import of resources and prompts: the lists of the spec equal the server's. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type OfferLists, readManifest } from "@toolwright/check/surface";
import { canonical } from "@toolwright/runtime/json";
import { describe, expect, test } from "vitest";
import { compile } from "../compile.ts";
import { manifestOf } from "../emit/manifest.ts";
import { offerLists } from "../emit/resource-lists.ts";
import fixtureManifest from "../test/fixtures/resources/want/manifest.json" with { type: "json" };
import fixturePrompts from "../test/fixtures/resources/want/prompts.json" with { type: "json" };
import fixtureResources from "../test/fixtures/resources/want/resources.json" with { type: "json" };
import { knownOffers, listingOf, tool } from "../test/support/import/listings.ts";
import { repository } from "../test/support/temporary-project.ts";
import { importListing } from "./index.ts";

function importOffers(offers: OfferLists) {
  const { sources, notes } = importListing({ ...listingOf(tool("a")), offers });
  const { model } = compile(sources);
  return { lists: model && offerLists(model), notes, sources };
}

test("makes a spec with the same lists from a manifest file with all lists", () => {
  const whole = { ...fixtureManifest, ...fixtureResources, ...fixturePrompts };
  const { offers = {} } = readManifest(JSON.stringify(whole), "notes.json");
  expect(importOffers(offers)).toMatchObject({
    lists: { ...fixtureResources, ...fixturePrompts },
    notes: [],
  });
});

/** A prompt without the keys of its arguments that a note names. */
function withoutDefaults(prompt: unknown): unknown {
  return JSON.parse(JSON.stringify(prompt, (key, value) => (key === "default" ? undefined : value)));
}

function nameOf(entry: unknown): unknown {
  return (entry as { readonly name?: unknown }).name;
}

const page = {
  uri: "ui://a/panel",
  name: "panel",
  mimeType: "text/html;profile=mcp-app",
  _meta: { ui: { prefersBorder: true } },
};

test("imports the MCP Apps settings of tools and pages as `ui`, and publishes them unchanged", () => {
  const meta = { ui: { resourceUri: page.uri, visibility: ["app"] }, "a.example/b": 1 };
  const listing = { ...listingOf(tool("a", {}, { _meta: meta })), offers: { resources: [page] } };
  const { sources, notes } = importListing(listing);
  const { model } = compile(sources);
  expect(notes).toEqual([]);
  expect(model!.tools[0]).toMatchObject({
    ui: { resource: "panel", visibility: ["app"] },
    meta: { "a.example/b": 1 },
  });
  expect(model!.resources[0]).toMatchObject({ ui: { prefersBorder: true } });
  expect(manifestOf(model!)).toEqual(listing.tools);
  expect(offerLists(model!).resources).toEqual([page]);
});

test.each([
  ["a page that is not listed", { resourceUri: "ui://a/other" }, page],
  ["further keys", { resourceUri: page.uri, vendor: 1 }, page],
  ["an unknown visibility", { resourceUri: page.uri, visibility: ["everybody"] }, page],
  ["a page of another type", { resourceUri: page.uri }, { ...page, mimeType: "text/html" }],
])("keeps in `_meta` what `ui` cannot express: %s", (_, ui, resource) => {
  const listing = { ...listingOf(tool("a", {}, { _meta: { ui } })), offers: { resources: [resource] } };
  const { sources, notes } = importListing(listing);
  const { model } = compile(sources);
  expect(notes).toEqual([]);
  expect(model!.tools[0]!.ui).toBeUndefined();
  expect(manifestOf(model!)).toEqual(listing.tools);
  expect(offerLists(model!).resources).toEqual([resource]);
});

test("preserves names that are not file names, and texts that look like references", () => {
  const offers = {
    resources: [
      { uri: "a://1", name: "Ein Dokument / eins", description: `Costs $\{limits.x.max}.` },
      { uri: "a://2", name: "ein dokument - eins", size: 7, annotations: { priority: 1 } },
    ],
    resourceTemplates: [{ uriTemplate: "a://{id}/{+path}", name: "é", _meta: { "a.example/b": [1] } }],
    prompts: [
      { name: "a", arguments: [{ name: "x", title: "X", description: `$\{limits.y}`, required: true }] },
      { name: "__proto__", arguments: [{ name: "__proto__" }, { name: "constructor" }] },
      { name: "A", description: "Another one.", icons: [{ src: "https://a.example/i.png" }] },
    ],
  };
  expect(importOffers(offers)).toMatchObject({ lists: offers, notes: [] });
});

test("accepts `required: false`, and an empty list of arguments", () => {
  const prompts = [
    { name: "p", arguments: [{ name: "x", required: false }, { name: "y" }] },
    { name: "q", arguments: [] },
    { name: "r" },
  ];
  expect(importOffers({ prompts })).toMatchObject({ lists: { prompts }, notes: [] });
});

test.each<object>([
  { type: "string" },
  { type: "integer", default: 1 },
  { type: ["string", "null"] },
  { schema: { type: "string" }, enum: ["a"] },
  { $ref: "a" },
  { complete: true },
  { icons: [] },
])("names what MCP does not define in an argument of a prompt, and keeps the prompt: %j", (more) => {
  const prompt = { name: "p", arguments: [{ name: "x", title: "X", required: true }] };
  const [argument] = prompt.arguments;
  const { lists, notes } = importOffers({ prompts: [{ ...prompt, arguments: [{ ...argument, ...more }] }] });
  expect(lists!.prompts).toEqual([prompt]);
  const names = Object.keys(more).map((key) => JSON.stringify(key));
  expect(notes).toEqual([
    expect.stringContaining(`"p", arguments/0: ${names.join(", ")} is not in the spec`),
  ]);
});

/** Parts of these servers' lists that a spec cannot express. */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  "@cyanheads/git-mcp-server": [
    'resourceTemplates: "git-working-directory" is left out: A resource has a URI or a URI template, and no other resource has the same. It has no variable.',
  ],
  "mcp-server-kubernetes": [
    'prompts: "k8s-diagnose", arguments/1: "default" is not in the spec: MCP does not define it, and clients ignore it.',
  ],
};

describe.each(knownOffers)("what $capturedFrom lists", ({ capturedFrom, lists }) => {
  const [, name = "", version = ""] = /^npm (.+)@(.+)$/.exec(capturedFrom) ?? [];
  const imported = importOffers(lists);

  test("equals the list of the spec, except for the named entries", () => {
    const { resources = [], resourceTemplates = [], prompts = [] } = lists;
    expect(imported.notes).toEqual(leftOut[name] ?? []);
    const isKept = (entry: unknown) =>
      !imported.notes.some((note) => note.includes(`${JSON.stringify(nameOf(entry))} is left out`));
    const kept = {
      resources,
      resourceTemplates: resourceTemplates.filter(isKept),
      prompts: prompts.filter(isKept).map(withoutDefaults),
    };
    const { skills: _, ...generated } = imported.lists!;
    expect(canonical(generated)).toBe(canonical(kept));
  });

  test("appears in the table of evidence/other-servers.md", () => {
    const { resources, resourceTemplates, prompts } = imported.lists!;
    const counts = [resources, resourceTemplates, prompts, imported.notes].map(({ length }) => length);
    const page = readFileSync(join(repository, "evidence/other-servers.md"), "utf8");
    expect(page).toContain(`| ${[`\`${name}\` ${version}`, ...counts].join(" | ")} |`);
  });
});

test.each<[string, OfferLists, string]>([
  ["no object", { resources: ["x"] }, 'resources: "" is left out: it has no name.'],
  [
    "a template of a higher level",
    { resourceTemplates: [{ uriTemplate: "a://{?query*}", name: "t" }] },
    'resourceTemplates: "t" is left out: ',
  ],
  [
    "an unknown key",
    { resources: [{ uri: "a://1", name: "t", vendor: 1 }] },
    'resources: "t" is left out: A key is one that the spec language knows. "vendor" is not a key of the file.',
  ],
  ["no URI", { resources: [{ name: "t" }] }, 'resources: "t" is left out: '],
  ["a wrong type", { prompts: [{ name: "t", title: 7 }] }, 'prompts: "t" is left out: '],
  ["arguments that are no list", { prompts: [{ name: "t", arguments: {} }] }, 'prompts: "t" is left out: '],
  [
    "two arguments of one name",
    { prompts: [{ name: "t", arguments: [{ name: "x" }, { name: "x" }] }] },
    'prompts: "t" is left out: ',
  ],
])("leaves out an entry with %s, and keeps the rest", (_, lost, note) => {
  const good = { name: "good", uri: "a://good" };
  const { lists, notes } = importOffers({ ...lost, resources: [...(lost.resources ?? []), good] });
  expect(lists).toMatchObject({ resources: [good], resourceTemplates: [], prompts: [] });
  expect(notes).toEqual([expect.stringContaining(note)]);
});
