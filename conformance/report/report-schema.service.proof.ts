/** The JSON Schema of `report.json`: real reports fit it, and it describes each property of the type. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { Project, type Type } from "ts-morph";
import { expect, onTestFinished, test } from "vitest";
import { isObject, type Json, type JsonObject, valueAt } from "../cases/edits.ts";
import { countVerdicts, type Report } from "../results/report.ts";
import { causes, kinds } from "../results/verdict.ts";
import { firstRun } from "../test/support/servers/first-runs.ts";
import { testTracker } from "../test/support/tracker-server/runs.ts";
import { serveTrackerWithSdk } from "../test/support/tracker-server/sdk-server.ts";
import { jsonReport } from "./json.ts";

const suite = join(import.meta.dirname, "..");
const schema: JsonObject = JSON.parse(readFileSync(join(suite, "report/schema.json"), "utf8"));

/** A copy in which objects have only the properties that the schema names. */
function closed(node: Json): Json {
  if (Array.isArray(node)) return node.map((each: Json) => closed(each));
  if (!isObject(node)) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([name, child]) => [name, closed(child)]));
  return node.type === "object" ? { ...copy, additionalProperties: false } : copy;
}

const validate = new Ajv2020({
  allErrors: true,
  strict: true,
  strictRequired: false,
  formats: { "date-time": true },
}).compile(closed(schema) as object);

function expectFit(report: Report): void {
  validate(JSON.parse(jsonReport(report)));
  expect(validate.errors ?? []).toEqual([]);
}

test("the report of a healthy server fits: held, not verified, behaviour and coverage", async () => {
  const report = await firstRun("library", 1);
  const { held, unverified } = countVerdicts(report.results);
  expect(Math.min(held, unverified)).toBeGreaterThan(0);
  expect(report.behaviour?.access.length).toBeGreaterThan(0);
  expect(report.coverage).toBeDefined();
  expectFit(report);
});

test("the report of a server with faults fits: failed, advice, accepted, and an entry that is wrong", async () => {
  const served = await serveTrackerWithSdk(["total-is-wrong"]);
  onTestFinished(served.close);
  const report = await testTracker(served, {
    selection: { tools: ["tracker_list_issues", "tracker_move_issue"], kinds: ["input", "pages", "states"] },
    unverified: [{ case: "input/tracker_list_issues/**", reason: "Nothing is unverified here." }],
    expectedFailures: [{ case: "pages/tracker_list_issues/total", reason: "It is known to be wrong." }],
  });
  const { failed, advice, accepted } = countVerdicts(report.results);
  expect(Math.min(failed, advice, accepted, report.wrongEntries.length)).toBeGreaterThan(0);
  expectFit(report);
});

test("the schema describes each property of the report's type, and no other", () => {
  const project = new Project({
    tsConfigFilePath: join(suite, "../tsconfig.json"),
    skipAddingFilesFromTsConfig: true,
  });
  const type = project.addSourceFileAtPath(join(suite, "report/json.ts")).getInterfaceOrThrow("JsonReport");
  expect(placesOfSchema(schema)).toEqual(placesOfType(type.getType()));
});

test("the schema knows every kind and cause", () => {
  expect(valueAt(schema, "/$defs/kind/enum")).toEqual(kinds);
  expect(valueAt(schema, "/$defs/result/properties/cause/enum")).toEqual(Object.keys(causes));
});

test("every property of the schema has a description", () => {
  const descriptions = [...placesOf(schema)].map(([place, { description }]) => [place, typeof description]);
  expect(descriptions.filter(([, type]) => type !== "string")).toEqual([]);
});

/** The places of properties in the JSON that a type allows, sorted: `results.evidence.curl`; those that may be absent end in `?`. */
function placesOfType(type: Type, at = ""): string[] {
  const item = type.getArrayElementType();
  if (item !== undefined) return placesOfType(item, at);
  if (!type.isObject()) return [];
  const places = type.getProperties().flatMap((property) => {
    const [declaration] = property.getDeclarations();
    const own = property.getTypeAtLocation(declaration!);
    const isOptional =
      property.isOptional() || own.isUndefined() || own.getUnionTypes().some((each) => each.isUndefined());
    const place = `${at}${property.getName()}`;
    return [`${place}${isOptional ? "?" : ""}`, ...placesOfType(own.getNonNullableType(), `${place}.`)];
  });
  return places.sort();
}

function placesOfSchema(node: JsonObject): string[] {
  return [...placesOf(node).keys()].sort();
}

/** The places of properties that a schema describes -> what it says of each. */
function placesOf(node: JsonObject, at = ""): Map<string, JsonObject> {
  const { properties = {}, required = [], items } = resolved(node);
  const places = new Map<string, JsonObject>();
  for (const [name, child] of Object.entries(properties as JsonObject)) {
    const isOptional = !(required as readonly Json[]).includes(name);
    places.set(`${at}${name}${isOptional ? "?" : ""}`, {
      ...resolved(child as JsonObject),
      ...(child as JsonObject),
    });
    for (const [place, inner] of placesOf(child as JsonObject, `${at}${name}.`)) places.set(place, inner);
  }
  if (isObject(items)) for (const [place, inner] of placesOf(items, at)) places.set(place, inner);
  return places;
}

function resolved(node: JsonObject): JsonObject {
  return typeof node.$ref === "string" ? (valueAt(schema, node.$ref.slice(1)) as JsonObject) : node;
}
