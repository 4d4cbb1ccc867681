/** Judges whether what results show is of the media type that stands beside it, and what their addresses answer with, too. */
import { openAddress, readContent } from "../../behaviour/calls/addresses.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { isTransient } from "../../behaviour/rules/transitions.ts";
import { finishWork } from "../../behaviour/states/finished-work.ts";
import { baseArguments } from "../../calls/arguments.ts";
import type { Behaviour } from "../../cases/behaviour.ts";
import type { ResultCase } from "../../cases/result-cases.ts";
import { isJudgedMedia } from "../../media/media.ts";
import type { Seen, SeenAddress } from "../../media/seen-media.ts";
import { ifPossible } from "../../results/precondition-error.ts";
import { failed, held, inapplicable, unverified, type Verdict } from "../../results/verdict.ts";
import { callWithQuotedTexts } from "./marked-texts.ts";

type MediaCase = Extract<ResultCase, { readonly check: "media" }>;

/** The answers of one place without a judged media type after which the other answers of that place are not opened. */
const enoughOthers = 4;

/** Judges the texts of all results of the run, and opens addresses that they showed on the origin of the target. */
export async function mediaVerdict(each: MediaCase, engine: Engine): Promise<Verdict> {
  const { tool, must, texts } = each;
  const seen = engine.context.watch.media.of(tool);
  if (seen.addresses.size + seen.texts.size === 0) await showOwn(each, engine);
  if (mayBeCsv(each, engine)) await showQuoted(each, engine);
  if (seen.broken !== undefined) return failed(must, seen.broken.problem, seen.broken.exchange);
  const { judged, problem } = await judgeAddresses(each, seen, engine);
  if (problem !== undefined) return problem;
  const unseen = texts.filter(({ at }) => !seen.texts.has(at)).map(({ at }) => at);
  if (unseen.length > 0) return unverified("unobserved", `no result of the run has ${unseen.join(", ")}`);
  if (judged > 0 || texts.length > 0) return held;
  return inapplicable(`no address of ${tool} answers with a file whose form the suite knows`);
}

/** Calls a tool that no other case has called. Work of the server shows its files when it is done. */
async function showOwn({ tool, base }: MediaCase, engine: Engine): Promise<void> {
  if (base === undefined) return;
  const input = await engine.instances.fill(tool, baseArguments(engine.context.cases, base));
  await engine.calls.call({ tool, input });
  const starter = engine.hooks.has("work") ? findStarter(tool, engine.rules) : undefined;
  if (starter !== undefined) await ifPossible(finishWork(engine, starter));
}

/** Whether a text of the tool is CSV, or a file may be. */
function mayBeCsv({ tool, texts }: MediaCase, { rules, isBrief }: Engine): boolean {
  const isCsv = texts.some(({ mediaType }) => mediaType?.startsWith("text/csv"));
  return !isBrief && (isCsv || rules.files[tool] !== undefined);
}

/** Calls the tool about things with texts that have to be quoted in CSV. */
async function showQuoted({ tool, base }: MediaCase, engine: Engine): Promise<void> {
  if (base === undefined) return;
  await callWithQuotedTexts(tool, baseArguments(engine.context.cases, base), engine);
}

/** Returns the tool whose call begins work that the tool shows. */
function findStarter(tool: string, { states }: Behaviour): string | undefined {
  const machines = Object.values(states).filter(({ field }) => field.tool === tool);
  return machines
    .flatMap((machine) => Object.values(machine.transitions).filter(({ to }) => isTransient(machine, to)))
    .map(({ by }) => by.tool)[0];
}

interface Judged {
  /** The number of files that were judged. */
  readonly judged: number;
  readonly problem?: Verdict;
}

async function judgeAddresses(each: MediaCase, { addresses }: Seen, engine: Engine): Promise<Judged> {
  const origin = URL.parse(engine.context.to)?.origin;
  let judged = 0;
  if (origin === undefined || origin === "null") return { judged };
  for (const [place, shown] of addresses) {
    const own = [...shown.values()].filter(({ url }) => URL.parse(url)?.origin === origin);
    const ofPlace = await judgePlace(place, own.toReversed(), each, engine);
    judged += ofPlace.judged;
    if (ofPlace.problem !== undefined) return { judged, problem: ofPlace.problem };
  }
  return { judged };
}

async function judgePlace(
  place: string,
  shown: readonly SeenAddress[],
  { tool, must }: MediaCase,
  { context, answers }: Engine,
): Promise<Judged> {
  let judged = 0;
  let others = 0;
  for (const { url, pointer, exchange } of shown) {
    if (others === enoughOthers) break;
    const answer = await readFile(new URL(url));
    if (answer === undefined) {
      others += 1;
      continue;
    }
    judged += 1;
    const { content } = answer;
    answers?.recordFile({ tool, place: pointer, url: new URL(url), status: 200, content, exchange });
    const problem = context.watch.media.findFileProblem(answer.mediaType, answer.content);
    if (problem === undefined) continue;
    return { judged, problem: failed(must, `GET ${url}, which is at ${place}: ${problem}`, exchange) };
  }
  return { judged };
}

interface Answer {
  readonly mediaType: string;
  readonly content: Uint8Array;
}

/** Opens an address like a browser, without a token. Undefined if it does not answer with a whole file whose form is known. */
async function readFile(url: URL): Promise<Answer | undefined> {
  return await ifPossible(open()).catch(() => undefined);

  async function open(): Promise<Answer | undefined> {
    const response = await openAddress(url, { Accept: "*/*" });
    const mediaType = response.headers.get("content-type") ?? "";
    if (response.status !== 200 || !isJudgedMedia(mediaType)) {
      await response.body?.cancel();
      return undefined;
    }
    const content = await readContent(response);
    return content && { mediaType, content };
  }
}
