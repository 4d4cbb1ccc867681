import type { Limit, Model } from "../model/model.ts";

/** The tables of the spec for which MCP Description has no fields. */
export function tablesOf({ limits, failures, states }: Model): object {
  return {
    ...(limits.length > 0 && { "x-toolwright-limits": Object.fromEntries(limits.map(limitEntry)) }),
    ...(failures.length > 0 && {
      "x-toolwright-failures": Object.fromEntries(
        failures.map(({ code, when, retryable }) => [code, { when, retryable }]),
      ),
    }),
    ...(states.length > 0 && {
      "x-toolwright-states": Object.fromEntries(
        states.map(({ name, field, initial, transitions }) => [
          name,
          {
            field,
            initial,
            transitions: Object.fromEntries(
              transitions.map(({ name: transition, from, to, by }) => [transition, { from, to, by }]),
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
}: Limit): [string, object] {
  const where = { ...(appliesTo.length > 0 && { appliesTo }), ...(field && { field }) };
  return [name, { kind, ...numbers, ...settings, ...(description && { description }), ...where }];
}
