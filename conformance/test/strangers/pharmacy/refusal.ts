/** A call that the pharmacy refuses: a code of its spec, and a sentence. */
export class Refusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export function notFound(kind: string, id: string): Refusal {
  return new Refusal("not_found", `There is no ${kind} ${id}.`);
}
