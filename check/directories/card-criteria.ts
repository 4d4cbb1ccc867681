/** Decides the criteria of server cards (SEP-2127): what is wrong with a card, and with how it is served. */
import { isSchemaObject } from "@toolwright/json-schema";
import type { CardAnswer, ServedCard } from "../running-server/server-card.ts";
import {
  type Breach,
  findSchemaProblems,
  hasRemote,
  isLoopbackHost,
  isPrivateHost,
  isRange,
  listFixedRemotes,
  looksLikeSame,
  readMember,
  readObjects,
  showValue,
  toText,
} from "./breach.ts";
import type { DirectoryInput } from "./input.ts";
import { serverCardSchema } from "./server-card-schema.ts";

type Decide = (card: ServedCard, input: DirectoryInput) => readonly Breach[];

const mediaType = "application/mcp-server-card+json";
const primitives = ["tools", "resources", "resourceTemplates", "prompts"];

/** By the id of the criterion. */
export const cardCriteria: Readonly<Record<string, Decide>> = {
  "card-schema": ({ document }) => findSchemaProblems("server card", document, serverCardSchema),
  "card-exact-version": ({ document }) => {
    const version = readMember(document, "version");
    return isRange(version) ? [showAt("version", version)] : [];
  },
  "card-same-identity": findOtherIdentity,
  "card-same-protocols": ({ document }, { protocolVersions: served = [] }) => {
    const others = listVersions(document).filter(({ version }) => !served.includes(version));
    return served.length === 0
      ? []
      : others.map(({ version, index }) => showAt(`remotes/${index}/supportedProtocolVersions`, version));
  },
  "card-same-remote": ({ document }, { endpoint }) =>
    endpoint === undefined || isLoopbackHost(endpoint.hostname) || hasRemote(document, endpoint)
      ? []
      : [showAt("remotes", endpoint.origin + endpoint.pathname)],
  "card-no-primitives": ({ document }) =>
    primitives
      .filter((key) => readMember(document, key) !== undefined)
      .map((key) => ({ place: `server card /${key}` })),
  "card-no-secrets": ({ document }) => findSecrets(document),
  "card-no-internal-address": ({ document }, { endpoint }) =>
    endpoint === undefined || isPrivateHost(endpoint.hostname)
      ? []
      : listFixedRemotes(document)
          .filter(({ url }) => isPrivateHost(url.hostname))
          .map(({ index, url }) => showAt(`remotes/${index}/url`, url.href)),
  "card-https": ({ document, at }) => [
    ...(isPlain(at) ? [{ place: "server card", shown: [showValue(at)] }] : []),
    ...listFixedRemotes(document)
      .filter(({ url }) => isPlain(url.href))
      .map(({ index, url }) => showAt(`remotes/${index}/url`, url.href)),
  ],
  "card-media-type": ifServed(({ contentType }) =>
    contentType.split(";")[0]!.trim().toLowerCase() === mediaType ? [] : [`content-type: ${contentType}`],
  ),
  "card-cors": ifServed(({ allowedOrigin }) =>
    allowedOrigin === "*" ? [] : [`access-control-allow-origin: ${allowedOrigin ?? "none"}`],
  ),
  "card-caching": ifServed(({ cacheControl }) =>
    cacheControl === undefined || /no-store|no-cache/i.test(cacheControl)
      ? [`cache-control: ${cacheControl ?? "none"}`]
      : [],
  ),
  "card-etag": ifServed(({ etag, revalidated }) => {
    if (etag === undefined) return ["etag: none"];
    return revalidated === 304 ? [] : [`if-none-match: ${etag}`, `status ${revalidated}, not 304`];
  }),
  "card-catalog": ifServed(({ isListed }) =>
    isListed === true
      ? []
      : [isListed === undefined ? "no catalog" : "the catalog has no entry with its address"],
  ),
  "card-icon": ({ document }) =>
    readObjects(document, "icons").flatMap((icon, index) => {
      const problem = findIconProblem(icon);
      return problem === undefined ? [] : [showAt(`icons/${index}`, problem)];
    }),
};

/** The versions of MCP that a card names, each once. */
export function listNamedVersions({ document }: ServedCard): string[] {
  return [...new Set(listVersions(document).map(({ version }) => version))];
}

function listVersions(document: unknown): { readonly version: string; readonly index: number }[] {
  return readObjects(document, "remotes").flatMap(({ supportedProtocolVersions: named }, index) =>
    (Array.isArray(named) ? named : []).map((version) => ({ version: toText(version), index })),
  );
}

function findOtherIdentity({ document }: ServedCard, { published: { server } }: DirectoryInput): Breach[] {
  if (server === undefined) return [];
  const [name, title, version] = ["name", "title", "version"].map((key) => readMember(document, key));
  const names = [name, title].flatMap((each) =>
    typeof each === "string" ? [each.slice(each.indexOf("/") + 1)] : [],
  );
  const hasOtherName = names.length > 0 && !names.some((each) => looksLikeSame(each, server.name));
  return [
    ...(hasOtherName ? [showBoth("name", name, server.name)] : []),
    ...(typeof version === "string" && version !== server.version
      ? [showBoth("version", version, server.version)]
      : []),
  ];
}

/** Values of headers and variables that are said to be secret, and are not left to variables. Their text is not shown. */
function findSecrets(document: unknown): Breach[] {
  return readObjects(document, "remotes").flatMap((remote, index) => {
    const { headers, variables } = remote;
    const inputs = [
      ...readObjects(remote, "headers").map((header) => [`headers/${toText(header.name)}`, header] as const),
      ...[
        variables,
        ...(Array.isArray(headers) ? headers.map((header) => readMember(header, "variables")) : []),
      ]
        .filter(isSchemaObject)
        .flatMap((each) =>
          Object.entries(each).map(([name, input]) => [`variables/${name}`, input] as const),
        ),
    ];
    return inputs
      .filter(([, input]) => isSchemaObject(input) && input.isSecret === true && hasFixedValue(input))
      .map(([place]) => ({ place: `server card /remotes/${index}/${showValue(place)}` }));
  });
}

function hasFixedValue(input: unknown): boolean {
  return ["value", "default"].some((key) => {
    const value = readMember(input, key);
    return typeof value === "string" && value !== "" && !/\{\w+\}/.test(value);
  });
}

const imageTypes = /^image\/(?:png|jpe?g|webp|svg\+xml)$/;

function findIconProblem({ src, mimeType, sizes }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof src !== "string" || !/^(?:https:\/\/|data:image\/)/.test(src)) return `src ${toText(src)}`;
  if (mimeType !== undefined && !imageTypes.test(toText(mimeType))) return `mimeType ${toText(mimeType)}`;
  const wrong = (Array.isArray(sizes) ? sizes : []).find((size) => !/^(?:\d+x\d+|any)$/.test(toText(size)));
  return wrong === undefined ? undefined : `sizes ${toText(wrong)}`;
}

/** An address without TLS that others than this machine reach. */
function isPlain(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === "http:" && !isLoopbackHost(url.hostname);
}

/** Decided only for a card that a server answered. */
function ifServed(explain: (answer: CardAnswer) => readonly string[]): Decide {
  return ({ answer }) => {
    const shown = answer === undefined ? [] : explain(answer);
    return shown.length === 0 ? [] : [{ place: "server card", shown: shown.map(showValue) }];
  };
}

function showAt(place: string, value: unknown): Breach {
  return { place: `server card /${place}`, shown: [showValue(value)] };
}

function showBoth(place: string, card: unknown, server: unknown): Breach {
  return {
    place: `server card /${place}`,
    shown: [`card    ${showValue(card)}`, `server  ${showValue(server)}`],
  };
}
