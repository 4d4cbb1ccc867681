/** Judges whether the ids in a result name entities that the tools about them show. */

import { withArticle } from "@toolwright/runtime/problems";
import type { Engine } from "../../behaviour/engine.ts";
import { makeNamedInstance } from "../../behaviour/instances/named-instance.ts";
import type { Observation } from "../../behaviour/observe/observation.ts";
import { callAboutNew, type Subject, showSubject } from "../../behaviour/states/subjects.ts";
import type { NamedEntities } from "../../calls/named-entity.ts";
import { type Json, valueAt } from "../../cases/edits.ts";
import type { ResultCase } from "../../cases/result-cases.ts";
import { held, inapplicable, unverified, type Verdict } from "../../results/verdict.ts";

type IdsCase = Extract<ResultCase, { readonly check: "ids" }>;

/** Lists may be updated later than results. */
const mostLooks = 4;

/** The id of an entity of this kind. */
interface KnownId {
  readonly entity: string;
  readonly id: Json;
}

/** An id in a result. */
interface ShownId extends KnownId {
  readonly at: string;
}

/**
 * Checks the ids that a tool shows of a new entity, so that nothing that they name has ended. An id that nothing shows counts if the
 * call was about entities of its kind that the run made: it should be one of these. Of others, the account may not see them.
 */
export async function idsVerdict(each: IdsCase, engine: Engine): Promise<Verdict> {
  const { tool, must } = each;
  const isReading = engine.context.cases.tools[tool]?.readOnly === true;
  const subject = await (isReading ? showSubject(each, undefined, engine) : callAboutNew(each, engine));
  const known = listKnown(subject);
  const ids = readIds(each, subject.value);
  let seen = 0;
  for (const shown of ids) {
    if (isKnown(shown, known) || (await isSeen(shown, subject, known, engine))) {
      seen += 1;
      continue;
    }
    if (!isExpected(shown, ids, known, each) || !(await showsOthers(shown, engine))) continue;
    const later = isReading ? readIds(each, await readAgain(each, subject, engine)) : ids;
    if (!later.some(({ at, id }) => at === shown.at && id === shown.id))
      return unverified("shared", `${tool} shows another id at ${shown.at} in a later answer`);
    const got = `${shown.at} is ${JSON.stringify(shown.id)}, and no tool about ${withArticle(shown.entity)} shows it`;
    return engine.verdicts.failed(must, subject.called, got);
  }
  return seen > 0 ? held : inapplicable(`${tool} shows no id of an entity that its account has to see`);
}

function readIds({ places }: IdsCase, value: Json): ShownId[] {
  return places.flatMap(({ entity, at }) => {
    const id = valueAt(value, at);
    return id === undefined || id === null ? [] : [{ entity, at, id }];
  });
}

/** Lists the entities that the run made for the call, and those in which it made them. */
function listKnown({ named }: Subject): KnownId[] {
  return Object.values(named).flatMap(({ entity, id, parents }) => [
    { entity, id },
    ...Object.entries(parents).map(([kind, parent]) => ({ entity: kind, id: parent.id })),
  ]);
}

function isKnown({ entity, id }: ShownId, known: readonly KnownId[]): boolean {
  return known.some((own) => own.entity === entity && own.id === id);
}

/** Whether an id has to be one that the account sees: the id of what the call made, or one of as many as the call was about. */
function isExpected(
  { entity, at }: ShownId,
  ids: readonly ShownId[],
  known: readonly KnownId[],
  { idAt }: IdsCase,
): boolean {
  if (at === idAt) return true;
  const countIds = (all: readonly KnownId[]) =>
    new Set(all.filter((one) => one.entity === entity).map(({ id }) => id)).size;
  return countIds(ids.filter((one) => one.at !== idAt)) <= countIds(known);
}

/** Looks for an entity, as often as a list may need that is updated later. If a list could not be read to its end, it counts as seen. */
async function isSeen(
  { entity, id }: ShownId,
  { called, named, instance }: Subject,
  known: readonly KnownId[],
  { observer }: Engine,
): Promise<boolean> {
  const parents: NamedEntities = Object.fromEntries(known.map((one) => [one.entity, { id: one.id }]));
  const one = makeNamedInstance({ entity, id }, called, { ...parents, ...named }, instance?.account);
  for (let looks = 0; looks < mostLooks; looks++) {
    if (looks > 0) await observer.waitForClockTick();
    const observation = await observer.observe(one);
    if (isShown(observation) || observation.some(({ unknown }) => unknown)) return true;
  }
  return false;
}

/** Whether the tools about an entity show another one that the run made. */
async function showsOthers({ entity }: ShownId, { observer }: Engine): Promise<boolean> {
  return isShown(await observer.observe(await observer.referenceInstance(entity)));
}

function isShown(observation: Observation): boolean {
  return observation.some(({ value }) => value !== undefined);
}

async function readAgain(each: IdsCase, { instance, value }: Subject, { observer }: Engine): Promise<Json> {
  const observation = instance === undefined ? [] : await observer.observe(instance);
  return observation.find(({ tool }) => tool === each.tool)?.value ?? value;
}
