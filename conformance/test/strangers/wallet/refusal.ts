/** A call that the server refuses. Clients get the sentence, and no code. */
export class Refusal extends Error {}
