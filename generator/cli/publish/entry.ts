/** The entry of a server in the MCP Registry: the one that is published, compared with the one here. */
import { canonical, isSchemaObject, type SchemaObject } from "@toolwright/json-schema";

/** A problem that keeps `toolwright publish` from a decision. */
export class PublishError extends Error {
  override readonly name = "PublishError";
}

/** A server.json that meets the criteria of the Registry. */
export interface Entry {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly remotes?: readonly unknown[];
  readonly packages?: readonly unknown[];
  readonly [key: string]: unknown;
}

/** An entry as the Registry answers it. */
export type RegistryServer = SchemaObject;

export interface PublishedEntry {
  /** The entry of this version; undefined: the Registry has none. */
  readonly same: RegistryServer | undefined;
  /** The entry of the latest version, if this one is not there. */
  readonly latest: RegistryServer | undefined;
}

const timeoutMs = 30_000;

/** Asks the Registry for a server. Reading needs no login. @throws PublishError if it does not answer */
export async function findEntry(registry: URL, { name, version }: Entry): Promise<PublishedEntry> {
  const same = await readVersion(registry, name, version);
  return { same, latest: same === undefined ? await readVersion(registry, name, "latest") : undefined };
}

async function readVersion(
  registry: URL,
  name: string,
  version: string,
): Promise<RegistryServer | undefined> {
  const path = `/v0.1/servers/${encodeURIComponent(name)}/versions/${encodeURIComponent(version)}`;
  const address = new URL(registry.pathname.replace(/\/$/, "") + path, registry);
  const { status, body } = await get(address);
  if (status === 404) return undefined;
  const server = isSchemaObject(body) ? body.server : undefined;
  if (status !== 200 || !isSchemaObject(server))
    throw new PublishError(`${address.href} answered HTTP ${status}, without an entry.`);
  return server;
}

async function get(address: URL): Promise<{ readonly status: number; readonly body: unknown }> {
  try {
    const response = await fetch(address, {
      headers: { accept: "application/json" },
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer = await response.text();
    return { status: response.status, body: toJson(answer) };
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    throw new PublishError(`The Registry at ${address.host} did not answer: ${reason}`);
  }
}

function toJson(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch {
    return undefined;
  }
}

/** Whether two entries say the same. The Registry leaves out empty values and `false`. */
export function isSameEntry(published: RegistryServer, entry: Entry): boolean {
  return canonical(withoutEmpty(published)) === canonical(withoutEmpty(entry));
}

function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isSchemaObject(value)) return value;
  const members = Object.entries(value).map(([key, member]) => [key, withoutEmpty(member)] as const);
  return Object.fromEntries(members.filter(([, member]) => !isEmpty(member)));
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === false || value === "" || (isSchemaObject(value) && Object.keys(value).length === 0);
}
