import { authSchemes } from "@toolwright/runtime";
import { isUri, validIcons } from "../description/icons.ts";
import { unlessEmpty } from "../model/members.ts";
import type { AuthModel, Model, RemoteModel } from "../model/model.ts";
import { type GeneratedFile, header } from "./file.ts";

const schema = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

/** Limits of the Registry. */
const maxTitleLength = 100;
const maxIconLength = 255;
const iconTypes = ["image/png", "image/jpeg", "image/jpg", "image/svg+xml", "image/webp"];

/** Emits server.json: the server's entry in the MCP Registry (schema 2025-12-11), if the spec asks for one. */
export function emitRegistryEntry({ server, registry, auth }: Model): GeneratedFile[] {
  if (!registry) return [];
  const { name, description = server.description, remotes, ...rest } = registry;
  const entry = {
    $schema: schema,
    name,
    ...(server.title && [...server.title].length <= maxTitleLength && { title: server.title }),
    description,
    version: server.version,
    ...(server.websiteUrl && isUri(server.websiteUrl) && { websiteUrl: server.websiteUrl }),
    icons: unlessEmpty(registryIcons(server.icons)),
    ...rest,
    ...(remotes && { remotes: remotes.map((remote) => toRemote(remote, auth)) }),
    _meta: { "io.modelcontextprotocol.registry/publisher-provided": { comment: header } },
  };
  return [{ path: "server.json", text: `${JSON.stringify(entry, null, 2)}\n` }];
}

/** The icons that the Registry accepts; others are left out, since icons are decoration. */
function registryIcons(icons: readonly unknown[] | undefined): object[] {
  return validIcons(icons)
    .filter(
      ({ src, mimeType = iconTypes[0]! }) =>
        /^https:/.test(src) && src.length <= maxIconLength && iconTypes.includes(mimeType),
    )
    .map(({ sizes = [], ...icon }) => {
      return { ...icon, sizes: unlessEmpty(sizes.filter((size) => /^(\d+x\d+|any)$/.test(size))) };
    });
}

/** A server with bearer tokens gets an `Authorization` header in its entry, unless the spec declares one. Clients find OAuth by themselves. */
function toRemote({ type = "streamable-http", headers = [], ...rest }: RemoteModel, auth: AuthModel): object {
  const isDeclared = headers.some(({ name }) => String(name).toLowerCase() === "authorization");
  const isNeeded = authSchemes(auth).includes("bearer") && !isDeclared;
  const all = isNeeded ? [...headers, authorization(auth)] : headers;
  return { type, ...rest, headers: unlessEmpty(all) };
}

/** Describes the Authorization header. Without it, a client signs in if it can. */
function authorization(auth: AuthModel): object {
  const { tokenSource } = auth;
  const isRequired = !authSchemes(auth).includes("oauth");
  const from = tokenSource === undefined ? "" : `, from ${tokenSource}`;
  return {
    name: "Authorization",
    description: `A bearer token${from}.`,
    value: "Bearer {token}",
    isRequired,
    isSecret: true,
    variables: { token: { description: `An access token${from}.`, isRequired, isSecret: true } },
  };
}
