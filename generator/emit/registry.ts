import { isUri, validIcons } from "../description/icons.ts";
import { remoteHeaders } from "../description/remote-headers.ts";
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

function toRemote({ type = "streamable-http", headers, ...rest }: RemoteModel, auth: AuthModel): object {
  return { type, ...rest, headers: unlessEmpty(remoteHeaders(headers, auth)) };
}
