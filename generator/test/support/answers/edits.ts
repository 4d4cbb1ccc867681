/** Edits of the answers of a server: what no server should send, and what some send. */
import fc from "fast-check";
import { healthyAnswers } from "./healthy-answers.ts";
import { keys, type Reply, replies, values } from "./odd-values.ts";

/** One edit of one answer. */
export type Edit = {
  /** A method, or the path of a document. */
  readonly answer: string;
} & (
  | {
      readonly kind: "replace" | "add" | "remove" | "repeat";
      readonly at: number;
      readonly key: string;
      readonly value: string;
    }
  /** What holds the answer: HTTP, or the envelope of JSON-RPC. */
  | { readonly kind: "reply"; readonly reply: Reply }
);

const answers = Object.keys(healthyAnswers);

/** The lists of tools have the schemas, so they are edited the most. */
const answer = fc.oneof(
  { weight: 2, arbitrary: fc.constant("tools/list") },
  { weight: 3, arbitrary: fc.constantFrom(...answers) },
);

const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      answer,
      kind: fc.constantFrom(
        "replace" as const,
        "replace" as const,
        "add" as const,
        "add" as const,
        "remove" as const,
        "repeat" as const,
      ),
      at: fc.nat(10_000),
      key: fc.constantFrom(...keys),
      value: fc.constantFrom(...values),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ answer, kind: fc.constant("reply" as const), reply: fc.constantFrom(...replies) }),
  },
);

/** The edits of one server: one finds what two hide. */
export const edits: fc.Arbitrary<readonly Edit[]> = fc.array(edit, {
  minLength: 1,
  maxLength: 3,
  size: "max",
});

type Tree = Record<string | number, unknown>;

/** Where a value stands: its parent, and its key there. */
interface Place {
  readonly parent: Tree;
  readonly key: string | number;
}

/** Lists the values below a value, from the outermost. */
function placesIn(value: unknown): Place[] {
  if (typeof value !== "object" || value === null) return [];
  const parent = value as Tree;
  return Object.keys(value).flatMap((key) => [{ parent, key }, ...placesIn(parent[key])]);
}

const valueMark = (index: number) => `VALUE ${index}`;
const keyMark = (index: number) => `KEY ${index}`;

/** Returns the JSON text of an answer after its edits. */
export function answerText(name: string, all: readonly Edit[]): string {
  const root: Tree = { answer: structuredClone(healthyAnswers[name]) };
  for (const [index, change] of all.entries())
    if (change.answer === name && change.kind !== "reply") apply(change, index, root);
  const text = JSON.stringify(root.answer) ?? "null";
  return all.reduce((written, change, index) => {
    if (change.kind === "reply") return written;
    return written
      .replaceAll(JSON.stringify(valueMark(index)), () => change.value)
      .replaceAll(JSON.stringify(keyMark(index)), () => JSON.stringify(change.key));
  }, text);
}

function apply({ kind, at }: Exclude<Edit, { kind: "reply" }>, index: number, root: Tree): void {
  const places = placesIn(root);
  const place = places[at % places.length];
  // An earlier edit took the whole answer away.
  if (place === undefined) return;
  const { parent, key } = place;
  const old = parent[key];
  if (kind === "replace") parent[key] = valueMark(index);
  else if (kind === "remove") delete parent[key];
  else if (kind === "repeat") parent[key] = [old, structuredClone(old)];
  else if (Array.isArray(old)) old.push(valueMark(index));
  else if (typeof old === "object" && old !== null) (old as Tree)[keyMark(index)] = valueMark(index);
  else parent[key] = valueMark(index);
}

/** Returns the last edit of what holds an answer. */
export function replyTo(name: string, all: readonly Edit[]): Reply {
  const found = all.findLast((change) => change.answer === name && change.kind === "reply");
  return found?.kind === "reply" ? found.reply : {};
}
