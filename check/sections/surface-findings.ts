/** The differences of two surfaces beside their tools, resources and prompts: versions of MCP, capabilities, instructions. */
import { canonical, isSchemaObject, type SchemaObject } from "@toolwright/json-schema";
import { shortPair } from "../compatibility/keyword-words.ts";
import { isModern } from "../running-server/versions.ts";
import type { CheckFinding } from "../verdict/verdict.ts";

/** The parts of a side that are compared here; undefined: the source does not say. */
export interface SurfaceSide {
  readonly protocolVersions?: readonly string[] | undefined;
  readonly instructions?: string | undefined;
  readonly capabilities?: SchemaObject | undefined;
}

export function surfaceFindings(before: SurfaceSide, after: SurfaceSide): CheckFinding[] {
  return [
    ...versionFindings(before, after),
    ...capabilityFindings(before, after),
    ...instructionFindings(before, after),
  ];
}

/** A client of one generation cannot speak to a server of the other one. Within a generation, both agree on a version. */
function versionFindings(
  { protocolVersions: before = [] }: SurfaceSide,
  { protocolVersions: after = [] }: SurfaceSide,
): CheckFinding[] {
  const lost = before.filter((version) => !after.some((each) => isModern(each) === isModern(version)));
  if (lost.length === 0 || after.length === 0) return [];
  return [
    {
      code: "protocol-version-removed",
      level: "fail",
      says: "Clients that speak only this version of MCP cannot connect any more.",
      places: lost.map((version) => `MCP ${version}`),
      shown: [`before  ${before.join(", ")}`, `after   ${after.join(", ")}`],
      advice: "Serve both until the clients of your users have moved.",
      value: after.join(", "),
    },
  ];
}

/** Settings that notify, and call nothing: without them, clients show an old list until they connect again. */
const notifies = "listChanged";

function capabilityFindings(
  { capabilities: before }: SurfaceSide,
  { capabilities: after }: SurfaceSide,
): CheckFinding[] {
  if (before === undefined || after === undefined) return [];
  const lost = lostIn(before, after, []);
  const [silent, gone] = [
    lost.filter((path) => path.at(-1) === notifies),
    lost.filter((path) => path.at(-1) !== notifies),
  ];
  return [
    ...lostFinding("capability-removed", gone),
    ...lostFinding("capability-notification-removed", silent),
  ];
}

const texts = {
  "capability-removed": {
    level: "fail",
    says: "The server does not offer a capability any more. Clients that use it get an error, or stop to use it.",
    advice: "Offer it again, or tell the users of your server.",
  },
  "capability-notification-removed": {
    level: "advice",
    says: "The server does not announce changes of a list any more. Clients show the old one until they connect again.",
    advice: "Announce changes, unless the list never changes while the server runs.",
  },
} as const;

function lostFinding(code: keyof typeof texts, paths: readonly (readonly string[])[]): CheckFinding[] {
  if (paths.length === 0) return [];
  return [{ code, ...texts[code], places: paths.map((path) => `capability ${path.join(".")}`) }];
}

/** The ways to what the server offered and offers no more. An experimental capability is no promise. */
function lostIn(before: SchemaObject, after: SchemaObject, path: readonly string[]): (readonly string[])[] {
  return Object.entries(before).flatMap(([name, value]) => {
    if (path.length === 0 && name === "experimental") return [];
    const here = [...path, name];
    const other = after[name];
    if (other === undefined || other === false) return value === false ? [] : [here];
    return isSchemaObject(value) && isSchemaObject(other) ? lostIn(value, other, here) : [];
  });
}

/** Models read the instructions of a server before its tools. */
function instructionFindings(
  { instructions: before }: SurfaceSide,
  { instructions: after }: SurfaceSide,
): CheckFinding[] {
  if (before === undefined || canonical(before) === canonical(after ?? null)) return [];
  const [was, is] = shortPair(before, after, 160);
  return [
    {
      code: "instructions-changed",
      level: "advice",
      says: "The instructions of the server differ. Models read them before they choose a tool.",
      places: ["server"],
      shown: [`before  ${was}`, `after   ${is}`],
    },
  ];
}
