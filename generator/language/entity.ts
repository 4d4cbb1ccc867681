/** The shapes of entities and of their states. */
import { anyObject, closed, map, nameShape, names, pointer, text } from "./shape.ts";

export const entity = closed(
  {
    id: nameShape("type", "The type of its ids: an argument or result of this type names one."),
    made_by: closed(
      {
        tool: nameShape("tool", "The tool that makes one."),
        path: pointer("JSON Pointer to the id in the output."),
        input: anyObject("Arguments, where they differ from the first example of the tool."),
      },
      ["tool", "path"],
      "The call that makes one.",
    ),
    ended_by: closed(
      {
        tool: nameShape("tool", "The tool that ends one; it takes the id."),
        input: anyObject("Arguments beside the id."),
      },
      ["tool"],
      "The call that ends one, with which a test run removes what it made.",
    ),
    private: nameShape("failure", "How every tool refuses an account that has no access to it."),
    observed_by: {
      ...names("The tools that show it: they take its id, or list ids.", "tool"),
      minItems: 1,
    },
  },
  ["id"],
);

const transition = closed(
  {
    from: { ...names("States in which the transition is allowed."), minItems: 1 },
    to: text("The state after the transition."),
    by: {
      description: "The call that makes the transition; `server` where the server makes it without a call.",
      if: { type: "string" },
      then: { enum: ["server"] },
      else: closed(
        {
          tool: nameShape("tool", "The tool that makes the transition."),
          input: anyObject("The arguments that cause the transition."),
        },
        ["tool", "input"],
      ),
    },
    within: nameShape(
      "duration",
      "With `by: server`, a limit of kind `duration`: how long it takes at most until a state of `from` is left.",
    ),
    after: nameShape(
      "duration",
      "With `by: server`, a limit of kind `duration`: the transition is made when it ends, and not before.",
    ),
  },
  ["from", "to", "by"],
);

export const machine = closed(
  {
    field: closed(
      {
        tool: nameShape("tool", "A tool whose output shows the state."),
        path: pointer("JSON Pointer to the state."),
        poll: pointer("JSON Pointer to the seconds after which the state is worth reading again."),
      },
      ["tool", "path"],
      "Where a caller can read the state.",
    ),
    initial: text("The state of a new entity."),
    refused: nameShape("failure", "How a transition is refused in a state that does not allow it."),
    transitions: map(transition, "Transition -> the states that it connects, and what makes it."),
  },
  ["field", "initial", "transitions"],
);
