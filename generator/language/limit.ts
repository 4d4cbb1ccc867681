/** The shape of a limit. */
import {
  anyObject,
  choice,
  closed,
  nameShape,
  names,
  number,
  pointer,
  type Shape,
  tagged,
  text,
} from "./shape.ts";

const appliesTo: Shape = {
  description: "`all`, or the tools that the limit holds for.",
  anyOf: [{ const: "all" }, { ...names("Tools that the limit holds for.", "tool"), minItems: 1 }],
};

const field = pointer(
  "JSON Pointer to the limited value in the output of the tools that the limit applies to; `*` is every item.",
);

const ends = closed(
  {
    tool: nameShape("tool", "The tool that accepts the value until the end."),
    argument: text("The argument that gets the value."),
    value: pointer("The value in the output of the tools that the limit applies to."),
    input: anyObject("Other arguments of the call, where they differ from its first example."),
    failure: nameShape("failure", "How the call is refused after the end."),
  },
  ["tool", "argument", "value", "failure"],
  "The call that shows whether the duration has ended.",
);

const shownBy = closed(
  {
    tool: nameShape("tool", "A tool whose output shows the quota."),
    used: pointer("How much of the quota is used."),
    limit: pointer("How much there is."),
    remaining: pointer("How much is left."),
  },
  ["tool"],
  "Where a caller can read the quota.",
);

const scenario = text("The workflow of a scenario that reaches the limit, where no result shows it.");

interface LimitKind {
  readonly keys: Readonly<Record<string, Shape>>;
  readonly required: readonly string[];
}

const kinds: Readonly<Record<string, LimitKind>> = {
  range: {
    keys: { min: number("Smallest value."), max: number("Largest value."), field },
    required: ["min", "max"],
  },
  count: {
    keys: {
      min: number("Smallest number allowed."),
      max: number("Largest number allowed."),
      field,
      scenario,
    },
    required: ["max"],
  },
  duration: {
    keys: { seconds: number("Duration in seconds."), field, ends, scenario },
    required: ["seconds"],
  },
  rate: {
    keys: {
      max: number("Largest number of calls in a window."),
      seconds: number("Length of a window, in seconds."),
      window: choice(["fixed"], "A fixed window opens with the first call."),
      per: choice(["token"], "Calls of one `token` are counted together."),
    },
    required: ["max", "seconds"],
  },
  quota: {
    keys: {
      per: choice(["account", "token"], "Owner of the quota."),
      period: choice(["day", "month"], "When the quota is reset."),
      shown_by: shownBy,
      refused: nameShape("failure", "How a call is refused when the quota is used up."),
    },
    required: ["per", "period"],
  },
};

export const limit = tagged(
  "A named number: used by schemas, code, docs and tests alike.",
  "kind",
  "The kind of limit.",
  Object.entries(kinds).map(([kind, { keys, required }]) =>
    closed(
      {
        kind: { const: kind },
        description: text("What is limited, for the docs."),
        ...keys,
        applies_to: appliesTo,
      },
      ["kind", ...required],
    ),
  ),
);
