/** A release: a published interface, frozen in a file, with its digest and perhaps a signature. */

import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { canonical, isSchemaObject } from "@toolwright/json-schema";
import type { Declared, Published, PublishedTool } from "../surface/published-interface.ts";

/** `spec/releases/VERSION.json`. */
export interface ReleaseFile extends Omit<Declared, "tools"> {
  /** The version of the format. */
  readonly toolwright: 1;
  /** Name and version of the server. */
  readonly server: { readonly name: string; readonly version: string };
  /** The list of the tools, as `tools/list` returned it. */
  readonly manifest: { readonly tools: readonly PublishedTool[] };
  /** The declarations about each tool that its manifest does not contain. */
  readonly rules: Declared["tools"];
  /** `sha256:` and the SHA-256 of the canonical JSON (RFC 8785) of everything but `digest` and `signature`, in hex. */
  readonly digest: string;
  /** The signature of the digest, if it was signed. */
  readonly signature?: Signature;
}

/** A signature of a release. */
export interface Signature {
  /** The algorithm of the key. */
  readonly algorithm: "Ed25519";
  /** The public key, SPKI in Base64. */
  readonly publicKey: string;
  /** The signature of the digest's text, Base64. */
  readonly value: string;
}

/** A malformed release file. The message is a sentence about the problem. */
export class ReleaseError extends Error {
  /** The name by which code tells it from other errors. */
  override readonly name = "ReleaseError";
}

/** Freezes an interface. Only a spec says all that belongs to a release. */
export function freeze(published: Published): ReleaseFile {
  const { server, tools, declared } = published;
  if (!server || !declared) throw new ReleaseError("Only a spec can be released.");
  const { tools: rules, ...rest } = declared;
  const content = { toolwright: 1 as const, server, manifest: { tools }, ...rest, rules };
  return { ...content, digest: makeDigest(content) };
}

/** The digest of a release's content. */
function makeDigest(release: object): string {
  const { digest: _digest, signature: _signature, ...content } = release as Partial<ReleaseFile>;
  return `sha256:${createHash("sha256").update(canonical(content)).digest("hex")}`;
}

/**
 * Returns the release with a signature of its digest.
 *
 * @param pem the private key, PEM
 */
export function signRelease(release: ReleaseFile, pem: string): ReleaseFile {
  const key = ed25519(() => createPrivateKey(pem), "The key is no private key in PEM.");
  const publicKey = createPublicKey(key).export({ type: "spki", format: "der" }).toString("base64");
  const value = sign(null, Buffer.from(release.digest), key).toString("base64");
  return { ...release, signature: { algorithm: "Ed25519", publicKey, value } };
}

function ed25519(read: () => KeyObject, otherwise: string): KeyObject {
  let key: KeyObject;
  try {
    key = read();
  } catch {
    throw new ReleaseError(`${otherwise} \`openssl genpkey -algorithm ed25519\` makes one.`);
  }
  if (key.asymmetricKeyType !== "ed25519")
    throw new ReleaseError(`The key is of type ${key.asymmetricKeyType}, but must be Ed25519.`);
  return key;
}

/**
 * Tells what is wrong with the signature of a release, as a sentence; undefined if it is right.
 *
 * @param pem the public key that the signature must be by; left out: any key
 */
export function signatureProblem({ signature, digest }: ReleaseFile, pem?: string): string | undefined {
  if (!signature) return "The release has no signature.";
  const key = Buffer.from(signature.publicKey, "base64");
  let own: KeyObject;
  try {
    own = ed25519(() => createPublicKey({ key, type: "spki", format: "der" }), "It is no key.");
  } catch {
    return "The signature's public key is not an Ed25519 key.";
  }
  if (pem !== undefined) {
    const expected = ed25519(() => createPublicKey(pem), "The key is no public key in PEM.");
    const bytes = (key: KeyObject) => key.export({ type: "spki", format: "der" });
    if (!bytes(expected).equals(bytes(own))) return "The release is signed by another key.";
  }
  const isValid = verify(null, Buffer.from(digest), own, Buffer.from(signature.value, "base64"));
  return isValid ? undefined : "The signature does not belong to this release.";
}

/** The text of a release file: canonical JSON (RFC 8785) with a line for each tool, scope, failure and other entry. */
export function releaseText(release: ReleaseFile): string {
  return `${memberLines(release, (value, name) =>
    name === "manifest" ? memberLines(value as object, entryLines) : entryLines(value),
  )}\n`;
}

/** Canonical JSON with a line for each entry of a map or a list. */
function entryLines(value: unknown): string {
  if (Array.isArray(value)) return `[\n${value.map((item) => canonical(item)).join(",\n")}\n]`;
  return isSchemaObject(value) ? memberLines(value, canonical) : canonical(value);
}

function memberLines(map: object, print: (value: unknown, name: string) => string): string {
  const members = Object.entries(map)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${JSON.stringify(name)}:${print(value, name)}`);
  return `{\n${members.join(",\n")}\n}`;
}

/** Whether parsed JSON looks like a release file, rather than a manifest. */
export function isReleaseFile(value: unknown): boolean {
  return isSchemaObject(value) && value.toolwright === 1 && isSchemaObject(value.manifest);
}

/** The members of a release file that are maps. */
const maps = [
  "server",
  "manifest",
  "endpoint",
  "auth",
  "scopes",
  "limits",
  "failures",
  "states",
  "rules",
] as const;

/**
 * Reads a release file, and checks its digest.
 *
 * @throws ReleaseError
 */
export function readRelease(text: string, file: string): ReleaseFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ReleaseError(`${file} is not JSON: ${(error as Error).message}`);
  }
  const release = value as ReleaseFile;
  const isComplete =
    isReleaseFile(value) &&
    maps.every((key) => isSchemaObject(release[key])) &&
    Array.isArray(release.manifest.tools) &&
    Array.isArray(release.protocolVersions) &&
    typeof release.server.version === "string";
  if (!isComplete)
    throw new ReleaseError(`${file} is not a release: it lacks parts that \`toolwright release\` writes.`);
  const digest = makeDigest(release);
  if (release.digest !== digest)
    throw new ReleaseError(
      `${file} was changed after it was released: its digest is ${release.digest}, and its content has ${digest}. Restore it from version control.`,
    );
  return release;
}

/** The interface that was released. */
export function readPublished(release: ReleaseFile): Published {
  const {
    toolwright: _,
    server,
    manifest,
    rules,
    digest: _digest,
    signature: _signature,
    ...declared
  } = release;
  return { server, tools: manifest.tools, declared: { ...declared, tools: rules } };
}
