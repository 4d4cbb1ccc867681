import type { Entity } from "../model/behaviour.ts";
import type { Limit, Model } from "../model/model.ts";
import { fileStem } from "../model/names.ts";

/** The tables of the spec for which MCP Description has no fields. */
export function tablesOf({ limits, failures, entities, states }: Model): object {
  return {
    ...(limits.length > 0 && { "x-toolwright-limits": Object.fromEntries(limits.map(limitEntry)) }),
    ...(failures.length > 0 && {
      "x-toolwright-failures": Object.fromEntries(
        failures.map(({ code, when, retryable }) => [code, { when, retryable }]),
      ),
    }),
    ...(entities.length > 0 && {
      "x-toolwright-entities": Object.fromEntries(entities.map(entityEntry)),
    }),
    ...(states.length > 0 && {
      "x-toolwright-states": Object.fromEntries(
        states.map(({ name, field, initial, refused, transitions }) => [
          name,
          {
            field,
            initial,
            ...(refused !== undefined && { refused }),
            transitions: Object.fromEntries(
              transitions.map(({ name: transition, from, to, by, within, after }) => [
                transition,
                {
                  from,
                  to,
                  by,
                  ...(within !== undefined && { within }),
                  ...(after !== undefined && { after }),
                },
              ]),
            ),
          },
        ]),
      ),
    }),
  };
}

function limitEntry({
  name,
  kind,
  numbers,
  settings,
  description,
  appliesTo,
  field,
  ends,
  shownBy,
  refused,
}: Limit): [string, object] {
  const where = {
    ...(appliesTo.length > 0 && { appliesTo }),
    ...(field && { field }),
    ...(ends && { ends }),
    ...(shownBy && { shownBy }),
    ...(refused !== undefined && { refused }),
  };
  return [name, { kind, ...numbers, ...settings, ...(description && { description }), ...where }];
}

function entityEntry({ name, id, madeBy, endedBy, private: code, observedBy }: Entity): [string, object] {
  return [
    name,
    {
      type: fileStem(id),
      ...(madeBy && { madeBy: { tool: madeBy.tool, path: madeBy.path } }),
      ...(endedBy && { endedBy }),
      ...(code !== undefined && { private: code }),
      ...(observedBy.length > 0 && { observedBy }),
    },
  ];
}
