/** Makes the result of a call: an example or a sample, adapted to the instances of the callers. */
import { makeTime } from "@toolwright/conformance/cases";
import { isObject, pointerSteps, valueAt } from "@toolwright/runtime/json";
import type { Tool } from "../model/operation.ts";
import { baseResult } from "./base-results.ts";
import type { MockCall, MockContext } from "./context.ts";
import type { IdKind } from "./id-kinds.ts";
import { applyFitting, type Change, instanceChanges } from "./instance-changes.ts";
import type { Instance } from "./instances.ts";
import { limitChanges, type Quotas } from "./limits.ts";
import { exampleItems, listPlaces, makeItems, mostItems } from "./lists.ts";
import { type Pager, selectItems } from "./pages.ts";
import { firstAt, listPaths, type Path, setAt } from "./values.ts";

export interface Showing {
  readonly context: MockContext;
  readonly quotas: Quotas;
  readonly pager: Pager;
}

/** @param made the instances that the call has made */
export function makeResult(call: MockCall, made: readonly Instance[], showing: Showing): unknown {
  const { tool, caller } = call;
  const { context, quotas } = showing;
  const base = baseResult(call, context);
  if (!tool.output) return base;
  const shown = shownInstances(call, made, base, context);
  const changes = [
    ...liveChanges(call, context),
    ...shown.flatMap(({ instance, holder, id }) =>
      instanceChanges({ tool, path: holder }, id, instance, context),
    ),
    ...listChanges(call, base, showing),
    ...repeatChanges(call),
    ...limitChanges(tool, context),
    ...quotas.views(tool, caller),
    ...sumChanges(tool),
  ];
  return applyFitting(base, changes, (value) => context.fits(value, context.outputOf(tool)));
}

/** An object in a result that shows an instance. */
export interface Shown {
  readonly instance: Instance;
  /** Path of the object that shows it. */
  readonly holder: Path;
  /** Path of the id; absent where the result does not repeat it. */
  readonly id?: Path;
}

/**
 * Returns the instances that a result shows. The instance created by the call comes last, since an object with several ids describes
 * that one.
 */
export function shownInstances(
  call: MockCall,
  made: readonly Instance[],
  result: unknown,
  { kinds }: MockContext,
): Shown[] {
  const { tool, named } = call;
  const shown = kinds.flatMap((kind): Shown[] => {
    const places = singlePlaces(kind, tool);
    const unplaced =
      kind.findResults(tool).length === 0 ? named.find((instance) => instance.kind === kind) : undefined;
    if (unplaced) return [{ instance: unplaced, holder: [] }];
    return places.flatMap((place): Shown[] => {
      const instance = instanceAt(place, kind, call, made);
      const id = pointerSteps(place);
      const holder = id.slice(0, -1);
      return instance && isObject(valueAt(result, holder)) ? [{ instance, holder, id }] : [];
    });
  });
  return shown.toSorted((a, b) => Number(made.includes(a.instance)) - Number(made.includes(b.instance)));
}

function singlePlaces(kind: IdKind, tool: Tool): string[] {
  return kind.findResults(tool).filter((place) => !place.includes("*"));
}

function instanceAt(
  place: string,
  kind: IdKind,
  { tool, input, named }: MockCall,
  made: readonly Instance[],
): Instance | undefined {
  const repeat = tool.behaviour.repeats.find(({ path }) => path === place);
  const id = repeat && firstAt(input, repeat.argument);
  const ofKind = (instances: readonly Instance[]) => instances.filter((instance) => instance.kind === kind);
  if (repeat) return ofKind(named).find((instance) => instance.id === id);
  return kind.madeAt(tool) === place ? ofKind(made)[0] : ofKind(named)[0];
}

function listChanges(call: MockCall, base: unknown, { context, pager }: Showing): Change[] {
  const { tool } = call;
  const { pages, filters } = tool.behaviour;
  const places = listPlaces(tool, context);
  const paged = places.find(({ list }) => list === pages?.items);
  return [
    ...places
      .filter((place) => place !== paged)
      .map((place): Change => {
        const most = mostItems(tool, place.list, context);
        const own = filters?.items === place.list ? filters.filters : [];
        const items = selectItems(call, own, makeItems(place, call, base, context)).slice(0, most);
        return (result) =>
          setAt(result, pointerSteps(place.list), structuredClone(items.map(({ item }) => item)));
      }),
    ...(pages
      ? pager.page(
          call,
          pages,
          paged ? makeItems(paged, call, base, context) : exampleItems(base, pages.items),
          mostItems(tool, pages.items, context),
        )
      : []),
  ];
}

/** Puts live values in place of their samples: that of the argument with the same sample, else a time from now. */
function liveChanges({ tool, input, examples }: MockCall, { now }: MockContext): Change[] {
  const { live = [], liveOutput = [] } = examples.closest(input) ?? {};
  return liveOutput.flatMap((value): Change[] => {
    const same = live.find(({ sample }) => sample === value.sample);
    const sent = same && firstAt(input, same.path);
    const to = sent ?? ("now" in value ? makeTime(value, now(), 0) : undefined);
    if (to === undefined || !tool.output) return [];
    return [(result) => setAt(result, pointerSteps(value.path), to)];
  });
}

function repeatChanges({ tool, input }: MockCall): Change[] {
  return tool.behaviour.repeats.flatMap(({ argument, path }) => {
    const value = firstAt(input, argument);
    return value === undefined ? [] : [(result: unknown) => setAt(result, pointerSteps(path), value)];
  });
}

function sumChanges({ behaviour: { sums } }: Tool): Change[] {
  return sums
    .filter(({ items }) => items === undefined)
    .map(
      ({ parts, total }): Change =>
        (result) => {
          const numbers = parts.flatMap((part) =>
            listPaths(result, part).map((path) => Number(valueAt(result, path))),
          );
          setAt(
            result,
            pointerSteps(total),
            numbers.reduce((sum, number) => sum + number, 0),
          );
        },
    );
}
