import type { NpsField } from "../../../generated/types.ts";
import { npsTally } from "../answers/tallies/numbers.ts";
import type { QuestionKind } from "./kind.ts";
import { pointKind, pointRow } from "./parts/points.ts";

/** How likely people recommend something: the Net Promoter Score. */
export const nps: QuestionKind<NpsField> = {
  ...pointKind(() => ({ min: 0, max: 10, step: 1 })),
  own: { required: true },
  sample: () => 10,
  tally: npsTally,
  input: (view) =>
    pointRow(
      view,
      Array.from({ length: 11 }, (_, point) => point),
      view.t.say("nps_low"),
      view.t.say("nps_high"),
    ),
};
