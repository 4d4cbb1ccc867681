/** A call that the office refuses. Clients get the sentence and nothing else. */
export class Refusal extends Error {}
