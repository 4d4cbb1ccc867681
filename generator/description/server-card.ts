/** The parts of a server card (SEP-2127) that a spec decides. The runtime adds the address of the deployment. */
import type { ServerCard } from "@toolwright/runtime";
import { unlessEmpty, withoutUndefined } from "../model/members.ts";
import type { Model } from "../model/model.ts";
import { isUri, validIcons } from "./icons.ts";
import { remoteHeaders } from "./remote-headers.ts";

/** The limit of titles and descriptions, in characters. */
const maxLength = 100;

/** Undefined for a server over stdio, and where the spec turns the card off. */
export function serverCard({ server, registry, auth, hasServerCard }: Model): ServerCard | undefined {
  if (!hasServerCard) return undefined;
  const { title, websiteUrl } = server;
  const remote = registry?.remotes?.find(({ type = "streamable-http" }) => type === "streamable-http");
  const description = registry?.description ?? (server.description || (title ?? server.name));
  return withoutUndefined({
    name: registry?.name,
    title: title !== undefined && title !== "" && countCharacters(title) <= maxLength ? title : undefined,
    description: shorten(description),
    websiteUrl: websiteUrl !== undefined && isUri(websiteUrl) ? websiteUrl : undefined,
    repository: registry?.repository,
    icons: unlessEmpty(validIcons(server.icons)),
    headers: unlessEmpty(remoteHeaders(remote?.headers, auth)),
  });
}

/** The first words, where a text does not fit into a card. */
function shorten(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, " ");
  if (countCharacters(line) <= maxLength) return line;
  const words = [...line].slice(0, maxLength - 1).join("");
  const end = words.lastIndexOf(" ");
  return `${end > maxLength / 2 ? words.slice(0, end) : words}…`;
}

function countCharacters(text: string): number {
  return [...text].length;
}
