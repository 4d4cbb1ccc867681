/** `@toolwright/conformance/laws`: what the laws of a team are made of. */
export { type Called, readStructured, showAnswer } from "../../behaviour/calls/called.ts";
export type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
export type { Change, Observation, Snapshot } from "../../behaviour/observe/observation.ts";
export type { AnsweredCall } from "../../calls/completed-call.ts";
export type { NamedEntities, NamedEntity } from "../../calls/named-entity.ts";
export type { SentRequest } from "../../calls/sender.ts";
export { valueAt } from "../../cases/edits.ts";
export {
  describeRefused,
  held,
  inapplicable,
  isRefusal,
  isRefusedFor,
  isSuccess,
  missingChange,
  needsControls,
  notSetUp,
  open,
  wrongAnswer,
  wrongChange,
} from "../../engine/judgements.ts";
export type {
  AccessCell,
  Act,
  Attempt,
  Broken,
  Given,
  Held,
  Inapplicable,
  Judgement,
  Law,
  LiveEdit,
  Made,
  NeedsControls,
  Open,
  Reading,
  Shown,
  Spec,
  Subject,
  Things,
} from "../../engine/law.ts";
export { makeShown, refusedCall, successfulCall } from "../../engine/written-shown.ts";
export type { Outcome } from "../../judge/outcome.ts";
