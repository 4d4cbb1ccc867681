/** Decides the criteria of the MCP Registry: what is wrong with server.json. */
import { isSchemaObject, type SchemaObject } from "@toolwright/json-schema";
import { newAjv } from "@toolwright/json-schema/evaluation";
import { escapeText, showName } from "../descriptions/frame.ts";
import type { Published } from "../surface/published.ts";
import { serverJsonSchema } from "./server-json-schema.ts";
import type { Breach } from "./tool-criteria.ts";

type Decide = (entry: unknown, published: Published) => readonly Breach[];

const publisherKey = "io.modelcontextprotocol.registry/publisher-provided";
const mostMetaBytes = 4096;
const mostProblems = 10;

/** The registries of each type that the Registry takes; other types are not checked. */
const baseUrls: Readonly<Record<string, RegExp>> = {
  npm: /^https:\/\/registry\.npmjs\.org\/?$/,
  pypi: /^https:\/\/pypi\.org\/?$/,
  nuget: /^https:\/\/api\.nuget\.org(?:\/v3\/index\.json)?\/?$/,
  mcpb: /^https:\/\/(?:github|gitlab)\.com\/?$/,
};

/** By the id of the criterion. */
export const registryCriteria: Readonly<Record<string, Decide>> = {
  "registry-schema": findSchemaProblems,
  "registry-exact-version": (entry) =>
    [["version", readMember(entry, "version")] as const, ...readPackages(entry).map(readVersion)].flatMap(
      ([place, version]) => (isRange(version) ? [showAt(place, version)] : []),
    ),
  "registry-same-version": (entry, { server }) => {
    const version = readMember(entry, "version");
    return server === undefined || typeof version !== "string" || version === server.version
      ? []
      : [
          {
            ...showAt("version", version),
            shown: [`server.json ${show(version)}`, `server      ${show(server.version)}`],
          },
        ];
  },
  "registry-base-url": (entry) =>
    readPackages(entry).flatMap((each, index) => {
      const { registryType, registryBaseUrl } = each;
      const allowed = Object.hasOwn(baseUrls, String(registryType))
        ? baseUrls[String(registryType)]
        : undefined;
      const isWrong =
        allowed !== undefined && typeof registryBaseUrl === "string" && !allowed.test(registryBaseUrl);
      return isWrong ? [showAt(`packages/${index}/registryBaseUrl`, registryBaseUrl)] : [];
    }),
  "registry-meta-key": (entry) =>
    Object.keys(readMeta(entry))
      .filter((key) => key !== publisherKey)
      .map((key) => ({ place: `server.json /_meta/${showName(key)}` })),
  "registry-meta-size": (entry) => {
    const { [publisherKey]: own } = readMeta(entry);
    const bytes = own === undefined ? 0 : Buffer.byteLength(JSON.stringify(own));
    return bytes > mostMetaBytes ? [{ place: "server.json /_meta", shown: [`${bytes} bytes`] }] : [];
  },
};

/** Problems of branches are left out: a branch that was not meant has many. */
function findSchemaProblems(entry: unknown): Breach[] {
  const validate = newAjv({}).compile(serverJsonSchema);
  if (validate(entry)) return [];
  const problems = (validate.errors ?? []).filter(
    ({ schemaPath }) => !/\/(?:oneOf|anyOf)\/\d/.test(schemaPath),
  );
  return problems.slice(0, mostProblems).map(({ instancePath, message = "" }) => {
    const place = `server.json ${showName(instancePath) || "/"}`;
    return { place, shown: [`${place}: ${escapeText(message)}`] };
  });
}

function isRange(version: unknown): boolean {
  return (
    typeof version === "string" &&
    /^\s*(?:[\^~<>=*]|latest$)|(?:^|\.)[xX*](?:\.|$)|\|\|| - /.test(version.slice(0, 255))
  );
}

function readVersion(each: SchemaObject, index: number): readonly [string, unknown] {
  return [`packages/${index}/version`, each.version];
}

function readPackages(entry: unknown): SchemaObject[] {
  const packages = readMember(entry, "packages");
  return Array.isArray(packages) ? packages.filter(isSchemaObject) : [];
}

function readMeta(entry: unknown): SchemaObject {
  const meta = readMember(entry, "_meta");
  return isSchemaObject(meta) ? meta : {};
}

function readMember(entry: unknown, key: string): unknown {
  return isSchemaObject(entry) ? entry[key] : undefined;
}

function showAt(place: string, value: unknown): Breach {
  return { place: `server.json /${place}`, shown: [show(value)] };
}

function show(value: unknown): string {
  return showName(String(value));
}
