/** Types of TypeScript as text that knows where it needs parentheses. */

export interface TypeText {
  readonly text: string;
  /** The operator that holds its parts together; left out for one that is whole. */
  readonly operator?: "&" | "|";
}

export const anything: TypeText = { text: "unknown" };

export function atom(text: string): TypeText {
  return { text };
}

/** A value of any of them. */
export function union(types: readonly TypeText[]): TypeText {
  if (types.some(({ text }) => text === anything.text)) return anything;
  return combine("|", types);
}

/** A value of all of them. */
export function intersection(types: readonly TypeText[]): TypeText {
  const said = types.filter(({ text }) => text !== anything.text);
  return said.length === 0 ? anything : combine("&", said);
}

export function toArray(item: TypeText): TypeText {
  return atom(`${item.operator === undefined ? item.text : `(${item.text})`}[]`);
}

function combine(operator: "&" | "|", types: readonly TypeText[]): TypeText {
  const distinct = [...new Map(types.map((type) => [type.text, type])).values()];
  const [only] = distinct;
  if (only !== undefined && distinct.length === 1) return only;
  const parts = distinct.map((type) =>
    type.operator === undefined || type.operator === operator ? type.text : `(${type.text})`,
  );
  return { text: parts.join(` ${operator} `), operator };
}
