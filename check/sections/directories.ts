/** Section `directories`: the criteria that directories publish, and the server card. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Source } from "@toolwright/conformance/server-options";
import { escapeText } from "../descriptions/frame.ts";
import { listNamedVersions } from "../directories/card-criteria.ts";
import type { DirectoryName } from "../directories/criteria.ts";
import { checkDirectories } from "../directories/directories.ts";
import type { Surface } from "../lock/surface.ts";
import { toPublished } from "../lock/surface.ts";
import { formatCount } from "../report/wording.ts";
import { readPages } from "../running-server/pages.ts";
import { servedVersions } from "../running-server/protocol-versions.ts";
import {
  type FoundCard,
  findServerCard,
  readServerCard,
  type ServedCard,
} from "../running-server/server-card.ts";
import { readAppsChallenge, type SignIn } from "../running-server/sign-in.ts";
import { ImportError } from "../surface/listing.ts";
import type { CheckFinding, Section } from "../verdict/verdict.ts";

/** More versions of MCP than there are. */
const mostVersions = 10;

export interface DirectoriesOptions {
  /** The directories that are asked for. */
  readonly directories: readonly DirectoryName[];
  /** The folder that has `server.json` and `package.json`. */
  readonly folder: string;
  /** The path of `server.json`; undefined: the one in the folder or in its `generated/`, if there is one. */
  readonly serverJson: string | undefined;
  /** A file or an address that has the server card; undefined: it is looked for where the server is. */
  readonly card: string | undefined;
  readonly timeoutMs: number;
  /** What the host shows without a token. */
  signIn(): Promise<SignIn | undefined>;
}

/** @throws ImportError if a file or a card that was named cannot be read */
export async function directoriesSection(
  surface: Surface,
  source: Source,
  options: DirectoriesOptions,
): Promise<Section> {
  const { directories: names, folder, serverJson: file, card: cardAt, timeoutMs } = options;
  const asksRegistry = names.includes("registry");
  const serverJson = asksRegistry ? readServerJson(folder, file) : undefined;
  if (asksRegistry && file !== undefined && serverJson === undefined)
    throw new ImportError(`There is no ${file}.`);
  const packageJson = asksRegistry ? readJsonFile(resolve(folder, "package.json")) : undefined;
  const { card, note } = await findCard(cardAt, source, folder, timeoutMs);
  const { decided, findings, notes } = checkDirectories(
    {
      published: toPublished(surface),
      protocolVersions: await findServed(card, surface, source, timeoutMs),
      endpoint: source.kind === "http" ? source.url : undefined,
      ...(names.some((name) => name !== "registry") && (await readHost(surface, source, options))),
      serverJson: serverJson?.value,
      packageJson: packageJson?.value,
      card,
    },
    names,
  );
  const isMissing = asksRegistry && serverJson === undefined;
  return {
    name: "directories",
    summary: summarize(decided, findings),
    findings,
    decided,
    notes: [
      ...(isMissing
        ? [
            "Not checked for the MCP Registry: there is no server.json here. --server-json FILE names another.",
          ]
        : []),
      ...(card === undefined ? [] : [`Server card: ${escapeText(card.at)}`]),
      ...(note === undefined ? [] : [note]),
      ...notes,
    ],
  };
}

/** Reads the pages, and what the host of a server over HTTP shows to everybody. The Registry asks for neither. */
async function readHost(
  { resources }: Surface,
  source: Source,
  { timeoutMs, signIn: readSignIn }: DirectoriesOptions,
) {
  const pages = await readPages(source, resources, timeoutMs);
  if (source.kind !== "http") return { pages };
  const { url: endpoint, headers } = source;
  const hasCredentials = Object.keys(headers).length > 0;
  const signIn = await readSignIn();
  const shown = signIn && { ...signIn, ...(await readAppsChallenge(endpoint, timeoutMs)) };
  return { pages, hasCredentials, signIn: shown };
}

function summarize(decided: readonly string[], findings: readonly CheckFinding[]): string {
  const count = (level: CheckFinding["level"]) => findings.filter((each) => each.level === level).length;
  const [failed, advised] = [count("fail"), count("advice")];
  const broken = [
    ...(failed > 0 ? [`${failed} broken`] : []),
    ...(advised > 0 ? [`${advised} to look at`] : []),
  ];
  return `${formatCount(decided.length, "criterion", "criteria")} checked, ${broken.length > 0 ? broken.join(", ") : "all held"}`;
}

async function findCard(
  cardAt: string | undefined,
  source: Source,
  folder: string,
  timeoutMs: number,
): Promise<FoundCard> {
  if (cardAt === undefined) return source.kind === "http" ? await findServerCard(source.url, timeoutMs) : {};
  if (/^https?:\/\//i.test(cardAt) && URL.canParse(cardAt)) {
    const card = await readServerCard(new URL(cardAt), timeoutMs);
    if (card === undefined) throw new ImportError(`${cardAt} did not answer with a server card.`);
    return { card };
  }
  const file = readJsonFile(resolve(folder, cardAt));
  if (file === undefined) throw new ImportError(`There is no ${cardAt}.`);
  return { card: { at: cardAt, document: file.value } };
}

/** The versions that the server serves: those of its surface, and those of the card that it is asked for. */
async function findServed(
  card: ServedCard | undefined,
  { protocolVersions }: Surface,
  source: Source,
  timeoutMs: number,
): Promise<readonly string[]> {
  if (source.kind !== "http") return [];
  const named = card === undefined ? [] : listNamedVersions(card);
  const others = named.filter((version) => !protocolVersions.includes(version)).slice(0, mostVersions);
  return [...protocolVersions, ...(await servedVersions(source, others, timeoutMs))];
}

/** The named file; by default the one of the folder, or the one that `toolwright generate` writes. */
function readServerJson(folder: string, file: string | undefined): JsonFile | undefined {
  const files = file === undefined ? ["server.json", "generated/server.json"] : [file];
  return files.map((each) => readJsonFile(resolve(folder, each))).find((each) => each !== undefined);
}

interface JsonFile {
  readonly value: unknown;
}

/** Undefined: there is no such file. A file that is not JSON has the value null, which fits no schema. */
function readJsonFile(file: string): JsonFile | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { value: null };
  }
}
