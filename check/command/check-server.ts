/** Makes the sections of a check, and judges them. */
import { type Source, sourceName } from "@toolwright/conformance/server-options";
import { directoryCodes } from "../directories/index.ts";
import { type AcceptedFinding, computeDigest, type LockFile, settleSurface } from "../lock/lock-file.ts";
import { nameless, type Surface, toPublished } from "../lock/surface.ts";
import type { Progress } from "../report/progress.ts";
import { breaksSection } from "../sections/breaks.ts";
import { clientsSection } from "../sections/clients.ts";
import { costSection } from "../sections/cost.ts";
import { descriptionsSection } from "../sections/descriptions.ts";
import { directoriesSection } from "../sections/directories.ts";
import { dropsUnknown } from "../sections/dropped-arguments.ts";
import { protocolSection } from "../sections/protocol.ts";
import { readingFindings } from "../sections/reading.ts";
import { signInFindings, signInReader, unreadSection } from "../sections/sign-in.ts";
import type { Listing } from "../surface/listing.ts";
import { judge } from "../verdict/judge.ts";
import { type CheckFinding, type Section, type SectionName, sectionNames } from "../verdict/verdict.ts";
import { isFailing, staleLockCode, type Verdict } from "../verdict/verdict-data.ts";
import { withoutRecorded, withRecorded } from "./accept.ts";
import { type Base, currentSide } from "./base.ts";
import type { CheckOptions } from "./options.ts";

/** A server that was read, and what it is compared with. */
export interface CheckedServer {
  readonly options: CheckOptions;
  readonly listing: Listing;
  /** The surface of `listing`. */
  readonly surface: Surface;
  /** The lock file in the folder of the command. */
  readonly lock: LockFile | undefined;
  /** The earlier state of the server; undefined: there is nothing to compare with. */
  readonly base: Base | undefined;
  /** `folder`: the folder in whose `node_modules` client libraries are looked for; `signal` ends the run. */
  readonly io: { readonly folder: string; readonly signal: AbortSignal };
  readonly progress: Progress;
}

export async function judgeServer(checked: CheckedServer): Promise<Verdict> {
  const { options, surface, lock, base } = checked;
  const sections = withNotes(surface, await makeSections(checked));
  const decided = sections.flatMap((section) => section.decided ?? []);
  const judging = {
    checked: sourceName(options.source),
    server: surface.server,
    ...(base && { comparedWith: base.label }),
    accepted: lock?.accepted ?? [],
    acceptedAtBase: base?.lock?.accepted ?? [],
    base: base ? await makeSectionsOfBase(base, checked) : [],
    undecided: [
      ...options.withoutRules,
      ...directoryCodes.filter((code) => !decided.includes(code)),
      ...sections.flatMap((section) => section.undecided ?? []),
    ],
  };
  const verdict = judge(sections, judging);
  // To accept a break writes the lock file.
  const hasBreaks = verdict.sections.some(
    ({ name, findings }) => name === "breaks" && findings.some(isFailing),
  );
  if (hasBreaks || lock === undefined || describes(lock, surface)) return verdict;
  return judge(withStaleLock(sections, options.lock), judging);
}

/** The accepted findings of a new lock file: those of the one before, and the rules of MCP that the server breaks as servers of SDKs often do. */
export async function acceptedAfterUpdate(checked: CheckedServer): Promise<readonly AcceptedFinding[]> {
  const { options, surface, lock, io, progress } = checked;
  const before = lock?.accepted ?? [];
  if (options.without.includes("protocol")) return before;
  const { findings } = await protocolSection(surface, options.source, {
    reading: [],
    isFirstLook: true,
    project: undefined,
    timeoutMs: options.timeoutMs,
    signal: io.signal,
    onStart: (check) => progress.beginPart(check),
    onResult: (check) => progress.tick(check),
  });
  return withRecorded(withoutRecorded(before), findings);
}

/** Judges a server that wants a token before it can be read: what it shows without one. */
export async function judgeUnread(
  source: Source,
  { options, lock }: Pick<CheckedServer, "options" | "lock">,
  why: string,
): Promise<Verdict> {
  const signIn = await signInReader(source, options.timeoutMs)();
  const section = unreadSection(signIn, source, why);
  const server = { name: source.kind === "http" ? source.url.hostname : "", version: "(not read)" };
  const judging = { checked: sourceName(source), server, accepted: lock?.accepted ?? [], base: [] };
  const verdict = judge(options.without.includes("protocol") ? [] : [section], judging);
  const held = verdict.exitCode === 1 ? verdict.sentence : "Nothing fails of what needs no token.";
  return { ...verdict, exitCode: 2, sentence: `${held} The rest was not checked: the server wants a token.` };
}

/** Makes the sections that the options do not leave out. @returns them in the order of reports */
async function makeSections(checked: CheckedServer): Promise<Section[]> {
  const made = new Map<SectionName, Section>();
  for (const [name, make] of Object.entries(sectionMakers(checked, made))) {
    if (checked.options.without.includes(name)) continue;
    checked.progress.begin(`section ${name}`);
    made.set(name as SectionName, await make());
  }
  return sectionNames.flatMap((name) => made.get(name) ?? []);
}

type SectionMakers = Readonly<Partial<Record<SectionName, () => Section | Promise<Section>>>>;

/**
 * Returns the functions that make sections, in the order in which they run.
 * @param made the sections that are made already. The protocol comes first, because a server that drops unknown arguments rejects
 * no call for them
 */
function sectionMakers(
  { options, listing, surface, lock, base, io, progress }: CheckedServer,
  made: ReadonlyMap<SectionName, Section>,
): SectionMakers {
  const { source, timeoutMs, withoutRules, directories } = options;
  const { folder, signal } = io;
  const unstable = lock?.unstable ?? [];
  const published = toPublished(surface);
  const readSignIn = signInReader(source, timeoutMs);
  return {
    protocol: async () => {
      const signIn = await readSignIn();
      return await protocolSection(surface, source, {
        reading: readingFindings(listing, settleSurface(surface, unstable)),
        signIn: signInFindings(signIn, source),
        isFirstLook: lock === undefined,
        project: folder,
        timeoutMs,
        signal,
        onStart: (check) => progress.beginPart(check),
        onResult: (check) => progress.tick(check),
      });
    },
    breaks: () => {
      const current = currentSide(surface, base === undefined ? [] : unstable);
      return breaksSection(base, current, nothingToCompare(options), dropsUnknown(made.get("protocol")));
    },
    clients: () => clientsSection(published, folder),
    cost: () => costSection(published, { base: base?.published, project: folder }),
    descriptions: () => descriptionsSection(published, withoutRules, base?.published),
    ...(directories.length > 0 && {
      directories: () => directoriesSection(surface, source, { ...options, folder, signIn: readSignIn }),
    }),
  };
}

/**
 * Makes the same sections for the base, so that problems which it had already are known. There is no protocol section, because
 * the server of the base does not run.
 */
async function makeSectionsOfBase(
  { published }: Base,
  { options, io: { folder } }: CheckedServer,
): Promise<Section[]> {
  return [
    await clientsSection(published, folder),
    await costSection(published, { base: undefined, project: folder }),
    descriptionsSection(published, options.withoutRules),
  ];
}

/** Adds the notes about the whole check to the first section. */
function withNotes(surface: Surface, sections: readonly Section[]): Section[] {
  const [first, ...others] = sections;
  if (first === undefined) return [];
  const notes = [...first.notes, ...nameless(surface)];
  return [{ ...first, notes }, ...others];
}

function nothingToCompare({ lock, base }: CheckOptions): string {
  return base === undefined
    ? `There is no ${lock} yet. Write it with --update, and commit it.`
    : `There is no ${lock} at ${base}, so nothing was compared.`;
}

function describes(lock: LockFile, surface: Surface): boolean {
  return computeDigest(settleSurface(surface, lock.unstable)) === computeDigest(lock.surface);
}

/** Without the finding, a tool that is added and then removed would never be in a lock file. */
function withStaleLock(sections: readonly Section[], file: string): Section[] {
  const stale: CheckFinding = {
    code: staleLockCode,
    level: "fail",
    says: `${file} does not describe this server.`,
    places: [file],
    advice: "If the change is meant: --update, and commit the file.",
  };
  return sections.map((section) =>
    section.name === "breaks" ? { ...section, findings: [stale, ...section.findings] } : section,
  );
}
