import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { isObject } from "@toolwright/runtime/json";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { keysPage } from "../../.ci/keys.ts";
import { readSpec } from "../files/spec.ts";
import { repository } from "../test/support/temporary-project.ts";
import { listExperimental } from "./experimental.ts";
import { languages, type Shape } from "./index.ts";
import { formGroups, type LanguageKey, listForms, listKeys } from "./keys.ts";

const keys = listKeys();
const own = keys.filter(({ sameAs }) => sameAs === undefined);

/** The key itself and those above it, the nearest first. */
function lineOf({ path }: LanguageKey): LanguageKey[] {
  return keys.filter((key) => `${path}.`.startsWith(`${key.path}.`)).toReversed();
}

function nameOf({ path }: LanguageKey): string {
  return path.slice(path.lastIndexOf(".") + 1);
}

/** The keys under the same one. */
function beside({ path }: LanguageKey): LanguageKey[] {
  const parent = path.slice(0, path.lastIndexOf(".") + 1);
  const isFile = parent.split(".").length === 2;
  return isFile
    ? []
    : keys.filter((key) => key.path.startsWith(parent) && !key.path.slice(parent.length).includes("."));
}

/** Whether a value has a key anywhere. */
function hasKey(value: unknown, name: string): boolean {
  if (Array.isArray(value)) return value.some((item) => hasKey(item, name));
  return (
    isObject(value) &&
    (Object.hasOwn(value, name) || Object.values(value).some((child) => hasKey(child, name)))
  );
}

describe("every key of the language", () => {
  test("has a sentence", () => {
    expect(own.filter(({ sentence }) => !/^\S.*\.$/.test(sentence)).map(({ path }) => path)).toEqual([]);
  });

  test("stands in its example, or in that of a key above or beside", () => {
    const without = own.filter((key) => {
      const examples = lineOf(key).flatMap((above) => [above, ...beside(above)]);
      const shown = examples.flatMap(({ example }) => (example === undefined ? [] : [example]));
      return !shown.some(
        (example) => hasKey(parse(example), nameOf(key)) || example.includes(`kind: ${nameOf(key)}`),
      );
    });
    expect(without.map(({ path }) => path)).toEqual([]);
  });

  test("says what it makes, or a key above does", () => {
    const without = own.filter((key) => lineOf(key).every(({ makes }) => makes === undefined));
    expect(without.map(({ path }) => path)).toEqual([]);
  });

  test("has an example that the language accepts", () => {
    const ajv = new Ajv2020({ strict: false, discriminator: true });
    const wrong = own.flatMap((key) => {
      if (key.example === undefined) return [];
      const [[name, value] = [], ...others] = Object.entries(parse(key.example));
      const named = lineOf(key).find((above) => nameOf(above) === name);
      const map = lineOf(key).find(({ shape }) => isObject(shape.additionalProperties));
      const shape = named?.shape ?? (map?.shape.additionalProperties as Shape | undefined);
      if (others.length > 0 || shape === undefined) return [`${key.path}: not one key`];
      const { $defs } = languages.service;
      return ajv.validate({ $defs, ...shape }, value) ? [] : [`${key.path}: ${ajv.errorsText()}`];
    });
    expect(wrong).toEqual([]);
  });
});

test("no text of the reference has more than 300 characters, and none is said twice", () => {
  const texts = [
    ...own.flatMap(({ sentence, example = "", makes = "" }) => [sentence, example, makes]),
    ...formGroups.flatMap(({ intro = "" }) => [intro]),
    ...listForms().flatMap(({ form, meaning }) => [form, meaning]),
  ].filter((text) => text !== "");
  expect(texts.filter((text) => text.length > 300)).toEqual([]);
  const long = texts.filter((text) => text.length > 50);
  expect(long.filter((text, index) => long.indexOf(text) !== index)).toEqual([]);
});

describe("experimental keys", () => {
  const usedIn = (folder: string) =>
    listExperimental(
      readSpec(folder)
        .filter(({ path }) => path.endsWith(".yaml"))
        .map(({ path, text }) => ({ path, value: parse(text) })),
    );

  test.each(["spec", "generator/template/spec", "generator/template/_bare/spec"])(
    "%s has none, since products have core keys alone",
    (folder) => {
      expect(usedIn(join(repository, folder))).toEqual([]);
    },
  );

  test("each is used by a test server", () => {
    const folders = readdirSync(join(repository, "conformance/test"), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith("service.yaml"))
      .map((path) => join(repository, "conformance/test", dirname(path)));
    const used = new Set(folders.flatMap(usedIn));
    const marked = keys.filter(({ shape }) => shape["x-experimental"] === true).map(({ path }) => path);
    expect(marked.length).toBeGreaterThan(10);
    expect(marked.filter((path) => !used.has(path))).toEqual([]);
    // Lines of results have no key of their own.
    expect([...used].filter((path) => !marked.includes(path))).toEqual(["tool.output_as"]);
  });
});

test("the page of the guide has every key and every notation", () => {
  const page = keysPage().replaceAll("\\|", "|");
  for (const { sentence } of own) expect(page).toContain(sentence);
  for (const { meaning } of listForms()) expect(page).toContain(meaning);
});
