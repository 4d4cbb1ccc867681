/** Judges whether the addresses in results are those of pages of the target, in one of the states of their entity. */
import querystring from "node:querystring";
import { withArticle } from "@toolwright/runtime/problems";
import { openAddress, readContent } from "../../behaviour/calls/addresses.ts";
import { type Called, readStructured } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { isTransient } from "../../behaviour/rules/transitions.ts";
import { finishWork } from "../../behaviour/states/finished-work.ts";
import { findMachine, listLastingStates } from "../../behaviour/states/in-state.ts";
import { callAboutNew, type Subject, showSubject } from "../../behaviour/states/subjects.ts";
import type { Behaviour, TransitionRule } from "../../cases/behaviour.ts";
import type { Json } from "../../cases/edits.ts";
import { listLeafValues, valuesAt } from "../../cases/places.ts";
import type { ResultCase } from "../../cases/result-cases.ts";
import { ifPossible } from "../../results/precondition-error.ts";
import { type Failed, held, inapplicable, unverified, type Verdict } from "../../results/verdict.ts";

type AddressCase = Extract<ResultCase, { readonly check: "addresses" }>;

/** The most addresses of one place in one result. */
const mostOfPlace = 3;
/** The text of an id that is too short may stand in an address by chance. */
const shortestId = 6;

/** An address in a result, and the status of the answer to a GET request. */
interface Opened {
  readonly place: string;
  readonly url: URL;
  readonly status: number;
  readonly called: Called;
  /** The state of the entity; undefined if it has none. */
  readonly state: string | undefined;
  readonly id: Json | undefined;
}

/**
 * Opens what a result shows as soon as the entity is new, and then in each state in which the run can bring one. The page of a draft
 * may be there for its owner alone, so an address is wrong if it leads nowhere in any state.
 */
export async function addressesVerdict(each: AddressCase, engine: Engine): Promise<Verdict> {
  const origin = URL.parse(engine.context.to)?.origin;
  if (origin === undefined || origin === "null") return inapplicable("the target has no address of its own");
  const opened = await openInStates(each, origin, engine);
  const broken = opened.find(({ status }) => isError(status));
  if (broken !== undefined) return failedAddress(each, broken, engine);
  for (const { called, state } of await listFinished(each, engine)) {
    const subject = { called, value: readStructured(called), instance: undefined };
    opened.push(...(await openAll(each, { subject, state: String(state), origin }, engine)));
  }
  return judge(each, opened, engine);
}

/** Opens what new entities show, until each place has led to a page, or one to an error. */
async function openInStates(each: AddressCase, origin: string, engine: Engine): Promise<Opened[]> {
  const opened: Opened[] = [];
  const isReading = engine.context.cases.tools[each.tool]?.readOnly === true;
  const tried = each.bases.length === 0 ? [] : listTried(each, isReading, engine.rules);
  for (const [index, state] of tried.entries()) {
    const trial = isReading ? showSubject(each, state, engine) : callInState(each, state, engine);
    const subject = await (index === 0 ? trial : ifPossible(trial));
    if (subject === undefined) continue;
    opened.push(...(await openAll(each, { subject, state, origin }, engine)));
    if (opened.some(({ status }) => isError(status))) return opened;
    if (index > 0 && each.places.every((place) => isAnswered(place, opened))) return opened;
  }
  return opened;
}

function isAnswered(place: string, opened: readonly Opened[]): boolean {
  return opened.some((one) => one.place === place && isAnswer(one.status));
}

/**
 * Lists the states to try: first the one that a writing call leaves the entity in, then all lasting ones. There are at least two
 * entities, so that an address of another one shows.
 */
function listTried(
  { entity }: AddressCase,
  isReading: boolean,
  rules: Behaviour,
): readonly (string | undefined)[] {
  if (entity === undefined) return [undefined];
  const states = listLastingStates(entity, rules);
  const tried = isReading ? states : [...new Set([undefined, ...states])];
  return tried.length === 1 ? [...tried, ...tried] : tried;
}

async function callInState(each: AddressCase, state: string | undefined, engine: Engine): Promise<Subject> {
  const subject = await callAboutNew(each, engine);
  const { instance } = subject;
  const [name] = findMachine(each.entity ?? "", engine.rules) ?? [];
  if (state === undefined || name === undefined || instance === undefined) return subject;
  const { state: present } = await engine.states.readState(instance, name);
  instance.states.set(name, String(present));
  await engine.states.bring(instance, name, state);
  return subject;
}

interface Trial {
  readonly subject: Pick<Subject, "called" | "value" | "instance">;
  readonly state: string | undefined;
  readonly origin: string;
}

/** Opens the addresses on the origin of the target. One that the caller sent is not the target's own. */
async function openAll(
  { tool, places }: AddressCase,
  { subject, state, origin }: Trial,
  engine: Engine,
): Promise<Opened[]> {
  const { called, value, instance } = subject;
  const sent = listLeafValues(called.input);
  const opened: Opened[] = [];
  for (const place of places) {
    const urls = valuesAt(value, place).flatMap(({ pointer, value: text }) => {
      const url = typeof text === "string" && !sent.has(text) ? URL.parse(text) : null;
      return url?.origin === origin ? [{ pointer, url }] : [];
    });
    for (const { pointer, url } of urls.slice(0, mostOfPlace)) {
      const take = (answer: PageAnswer) =>
        engine.answers?.recordFile({ tool, place: pointer, url, ...answer, exchange: called.exchange });
      const status = await readStatus(url, engine.answers && take);
      if (status !== undefined) opened.push({ place, url, status, called, state, id: instance?.id });
    }
  }
  return opened;
}

/** The answer of an address. */
interface PageAnswer {
  readonly status: number;
  readonly content: Uint8Array;
}

/**
 * Opens an address like a browser, without a token. An error counts if it comes twice. Undefined if nothing answers.
 *
 * @param take takes the content; if absent, it is not read
 */
async function readStatus(url: URL, take?: (answer: PageAnswer) => void): Promise<number | undefined> {
  const open = async () => {
    const response = await ifPossible(openAddress(url, { Accept: "text/html, */*" }));
    const content = take && response && (await readContent(response));
    if (take && response && content) take({ status: response.status, content });
    else await response?.body?.cancel();
    return response?.status;
  };
  const status = await open();
  return status !== undefined && isError(status) ? open() : status;
}

/** 503 says that the target has no time now. */
function isError(status: number): boolean {
  return status >= 500 && status !== 503;
}

function isAnswer(status: number): boolean {
  return status < 400;
}

/** 401 and 403 ask for a sign-in; other statuses ask for another method, or to wait. */
function isGone(status: number): boolean {
  return status === 404 || status === 410;
}

/** The call that begins work of the server, and the tool that shows how it goes on. */
interface StartedWork {
  readonly by: TransitionRule["by"];
  readonly shownBy: string;
}

/** Lists results about work that the run has finished for a case about its costs. A call that began it is repeated if that costs nothing. */
async function listFinished(
  { tool, entity }: AddressCase,
  engine: Engine,
): Promise<readonly { readonly called: Called; readonly state: Json }[]> {
  const started = findWork(tool, entity, engine.rules);
  const isPlanned = engine.planned.some(
    (one) => "check" in one && one.check === "charged" && one.tool === started?.by.tool,
  );
  if (started === undefined || !isPlanned) return [];
  const works = (await ifPossible(finishWork(engine, started.by.tool))) ?? [];
  if (tool === started.shownBy) return works;
  const repeated: { called: Called; state: Json }[] = [];
  for (const { instance, state } of works) {
    const called = await engine.instances.callAbout(instance, started.by);
    if (called.outcome.is === "success") repeated.push({ called, state });
  }
  return repeated;
}

/** Whether a result is about work of the server: the run lets that go on while no other case runs. */
export function showsWork({ tool, entity }: AddressCase, rules: Behaviour): boolean {
  return findWork(tool, entity, rules) !== undefined;
}

/** Finds the work that the tool shows, or that its call begins and can be repeated for. */
function findWork(tool: string, entity: string | undefined, rules: Behaviour): StartedWork | undefined {
  const [, machine] = findMachine(entity ?? "", rules) ?? [];
  const transition = Object.values(machine?.transitions ?? {}).find(
    ({ to }) => machine !== undefined && isTransient(machine, to),
  );
  if (machine === undefined || transition === undefined) return undefined;
  const { by, isRepeatable } = transition;
  const isAboutIt = machine.field.tool === tool || (isRepeatable && by.tool === tool);
  return isAboutIt ? { by, shownBy: machine.field.tool } : undefined;
}

function judge(each: AddressCase, opened: readonly Opened[], engine: Engine): Verdict {
  const foreign = opened.find((one) => isOfAnother(one, opened));
  if (foreign !== undefined) {
    const got = `${foreign.place} of ${JSON.stringify(foreign.id)} is ${foreign.url.href}, which is the address of another one`;
    return engine.verdicts.failed(each.must, foreign.called, got);
  }
  for (const [, all] of Map.groupBy(opened, ({ place }) => place)) {
    const [first] = all;
    if (first === undefined || !all.every(({ status }) => isGone(status))) continue;
    return judgeGone(each, first, opened, engine);
  }
  if (opened.some(({ status }) => isAnswer(status))) return held;
  const why =
    opened.length === 0 ? "has no address of the target" : "has addresses that do not answer visitors";
  return inapplicable(`what ${each.tool} shows ${why}`);
}

/** Judges an address that leads nowhere in each state that was tried. */
function judgeGone(each: AddressCase, gone: Opened, opened: readonly Opened[], engine: Engine): Verdict {
  const { rules } = engine;
  const [, machine] = findMachine(each.entity ?? "", rules) ?? [];
  const tried = new Set(opened.map(({ state }) => state));
  const untried = machine?.states.filter((state) => !isTransient(machine, state) && !tried.has(state)) ?? [];
  if (untried.length > 0) {
    const why = `${gone.url.pathname} answers HTTP ${gone.status}, and the run could not bring ${withArticle(each.entity ?? "thing")} to ${untried.join(", ")}`;
    return unverified("unobserved", why);
  }
  const verdict = failedAddress(each, gone, engine);
  // A server may hide private pages from visitors who are not signed in. Then it hides all that have the id.
  const isPrivate = rules.entities[each.entity ?? ""]?.private !== undefined;
  const hidesNothing = opened.some((one) => !isGone(one.status) && hasId(one.url, one.id));
  return isPrivate && !hidesNothing ? { ...verdict, advice: true } : verdict;
}

function failedAddress(
  { must }: AddressCase,
  { place, url, status, called }: Opened,
  engine: Engine,
): Failed {
  return engine.verdicts.failed(must, called, `GET ${url.href}, which is at ${place}, gave HTTP ${status}`);
}

/** Whether the address has the id of another entity at a place where the other one has its own. */
function isOfAnother({ place, url, id }: Opened, opened: readonly Opened[]): boolean {
  return opened.some(
    (other) =>
      other.place === place &&
      other.id !== id &&
      hasId(other.url, other.id) &&
      hasId(url, other.id) &&
      !hasId(url, id),
  );
}

function hasId({ pathname, search }: URL, id: Json | undefined): boolean {
  const text = String(id ?? "");
  return text.length >= shortestId && querystring.unescape(`${pathname}${search}`).includes(text);
}
