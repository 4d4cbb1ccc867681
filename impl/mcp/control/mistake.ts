/** A question to the control interface makes no sense. The message says why. */
export class ControlMistake extends Error {
  override readonly name = "ControlMistake";
}
