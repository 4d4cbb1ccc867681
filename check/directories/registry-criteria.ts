/** Decides the criteria of the MCP Registry: what is wrong with server.json. */
import { isSchemaObject, type SchemaObject } from "@toolwright/json-schema";
import { showName } from "../descriptions/frame.ts";
import {
  type Breach,
  findSchemaProblems,
  hasRemote,
  isLoopbackHost,
  isRange,
  listFixedRemotes,
  looksLikeSame,
  readMember,
  readObjects,
  showValue,
  toText,
} from "./breach.ts";
import type { DirectoryInput } from "./input.ts";
import { serverJsonSchema } from "./server-json-schema.ts";

type Decide = (entry: unknown, input: DirectoryInput) => readonly Breach[];

const publisherKey = "io.modelcontextprotocol.registry/publisher-provided";
const mostMetaBytes = 4096;

/** The registries of each type that the Registry takes; other types are not checked. */
const baseUrls: Readonly<Record<string, RegExp>> = {
  npm: /^https:\/\/registry\.npmjs\.org\/?$/,
  pypi: /^https:\/\/pypi\.org\/?$/,
  nuget: /^https:\/\/api\.nuget\.org(?:\/v3\/index\.json)?\/?$/,
  mcpb: /^https:\/\/(?:github|gitlab)\.com\/?$/,
};

/** By the id of the criterion. */
export const registryCriteria: Readonly<Record<string, Decide>> = {
  "registry-schema": (entry) => findSchemaProblems("server.json", entry, serverJsonSchema),
  "registry-exact-version": (entry) =>
    [["version", readMember(entry, "version")] as const, ...readPackages(entry).map(readVersion)].flatMap(
      ([place, version]) => (isRange(version) ? [showAt(place, version)] : []),
    ),
  "registry-same-version": (entry, { published: { server } }) => {
    const version = readMember(entry, "version");
    return server === undefined || typeof version !== "string" || version === server.version
      ? []
      : [showBoth("version", version, server.version)];
  },
  "registry-same-name": (entry, { published: { server } }) => {
    const [name, title] = [readMember(entry, "name"), readMember(entry, "title")];
    if (server === undefined || typeof name !== "string") return [];
    const names = [name.slice(name.lastIndexOf("/") + 1), ...(typeof title === "string" ? [title] : [])];
    return names.some((each) => looksLikeSame(each, server.name))
      ? []
      : [showBoth("name", name, server.name)];
  },
  "registry-public-remote": (entry) =>
    listFixedRemotes(entry)
      .filter(({ url }) => isLoopbackHost(url.hostname))
      .map(({ index, url }) => showAt(`remotes/${index}/url`, url.href)),
  "registry-same-remote": (entry, { endpoint }) =>
    endpoint === undefined ||
    isLoopbackHost(endpoint.hostname) ||
    readObjects(entry, "remotes").length === 0 ||
    hasRemote(entry, endpoint)
      ? []
      : [showAt("remotes", endpoint.origin + endpoint.pathname)],
  "registry-npm-name": findMissingNpmName,
  "registry-base-url": (entry) =>
    readPackages(entry).flatMap((each, index) => {
      const { registryType, registryBaseUrl } = each;
      const type = toText(registryType);
      const allowed = Object.hasOwn(baseUrls, type) ? baseUrls[type] : undefined;
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
    const bytes = own === undefined ? 0 : Buffer.byteLength(toText(own));
    return bytes > mostMetaBytes ? [{ place: "server.json /_meta", shown: [`${bytes} bytes`] }] : [];
  },
};

/** Decided for the npm package whose package.json is at hand. */
function findMissingNpmName(entry: unknown, { packageJson }: DirectoryInput): Breach[] {
  const name = readMember(packageJson, "name");
  const isOwn = readPackages(entry).some(
    ({ registryType, identifier }) => registryType === "npm" && identifier === name,
  );
  const mcpName = readMember(packageJson, "mcpName");
  const wanted = readMember(entry, "name");
  if (!isOwn || typeof wanted !== "string" || mcpName === wanted) return [];
  const actual = mcpName === undefined ? "none" : showValue(mcpName);
  return [
    {
      place: "package.json /mcpName",
      shown: [`server.json   ${showValue(wanted)}`, `package.json  ${actual}`],
    },
  ];
}

function readVersion(each: SchemaObject, index: number): readonly [string, unknown] {
  return [`packages/${index}/version`, each.version];
}

function readPackages(entry: unknown): SchemaObject[] {
  return readObjects(entry, "packages");
}

function readMeta(entry: unknown): SchemaObject {
  const meta = readMember(entry, "_meta");
  return isSchemaObject(meta) ? meta : {};
}

function showAt(place: string, value: unknown): Breach {
  return { place: `server.json /${place}`, shown: [showValue(value)] };
}

function showBoth(place: string, entry: unknown, server: unknown): Breach {
  return {
    place: `server.json /${place}`,
    shown: [`server.json ${showValue(entry)}`, `server      ${showValue(server)}`],
  };
}
