/** A tool of the restaurant, and how its calls are answered. */
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Books } from "./records.ts";
import { Refusal } from "./refusal.ts";
import { updateNoShows } from "./reservations.ts";
import type { Schema } from "./schemas.ts";

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

export interface Tool {
  readonly definition: Schema & { readonly name: string };
  readonly answer: (books: Books, input: Record<string, unknown>) => Promise<object>;
}

interface ToolParts<Input> {
  readonly description: string;
  readonly input: Schema;
  readonly output: Schema;
  readonly annotations: Schema;
  readonly run: (books: Books, input: Input) => object | Promise<object>;
}

/** Answers with what was answered before to the same request key, if it came with the same arguments. */
async function answerOnce(
  books: Books,
  name: string,
  input: Record<string, unknown>,
  run: () => object | Promise<object>,
): Promise<object> {
  if (typeof input.request_key !== "string") return await run();
  const key = `${name} ${input.request_key}`;
  const request = JSON.stringify(Object.entries(input).sort(([one], [other]) => (one < other ? -1 : 1)));
  const before = books.answered.get(key);
  if (before !== undefined) {
    if (before.request === request) return before.result;
    throw new Refusal("KEY_REUSED", "This key came with other arguments.");
  }
  const result = structuredClone(await run());
  books.answered.set(key, { request, result });
  return result;
}

export function tool<Input>(name: string, parts: ToolParts<Input>): Tool {
  const { description, input: inputSchema, output: outputSchema, annotations, run } = parts;
  const isValid = ajv.compile(inputSchema);
  return {
    definition: { name, description, inputSchema, outputSchema, annotations },
    answer: async (books, input) => {
      if (!isValid(input)) throw new Refusal("INVALID_INPUT", ajv.errorsText(isValid.errors));
      updateNoShows(books);
      return await answerOnce(books, name, input, () => run(books, input as Input));
    },
  };
}

interface Paged {
  readonly cursor?: string;
  readonly limit?: number;
}

/** A page of rows in the order of their ids. A cursor is the id after which the page begins. */
export function pageOf<Row extends { id: number }>(rows: Iterable<Row>, { cursor, limit = 20 }: Paged) {
  const after = cursor === undefined ? 0 : Number(/^after-([1-9][0-9]{0,14})$/.exec(cursor)?.[1]);
  if (Number.isNaN(after)) throw new Refusal("BAD_CURSOR", "The cursor is not from this list.");
  const rest = [...rows].filter((row) => row.id > after);
  const page = rest.slice(0, limit);
  const next = rest.length > limit ? `after-${page.at(-1)!.id}` : null;
  return { page, next };
}
