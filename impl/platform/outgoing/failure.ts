/** An answer from outside broke its bounds. The message is a sentence for people and has no secrets. */
export class OutgoingFailure extends Error {
  override readonly name = "OutgoingFailure";
  readonly reason: "redirect" | "slow" | "too_large" | "not_public" | "unreachable";

  constructor(reason: OutgoingFailure["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}
