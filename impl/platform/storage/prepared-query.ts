import type { CompiledQuery } from "kysely";
import type { Queries } from "./storage.ts";

/** A compiled query whose arguments are filled in later. */
interface Template<Row> {
  readonly compiled: CompiledQuery<Row>;
  /** For each parameter the name of its argument; undefined: a constant. */
  readonly names: readonly (string | undefined)[];
}

/**
 * Returns a query that is compiled once; later calls only fill in the arguments. Compiling takes several times as long as
 * SQLite takes to answer. Used for the few queries that every call or every post runs.
 * @param build builds the query with a placeholder for each argument, made by `argument` or, for a column of numbers, by `number`
 */
export function prepareQuery<Name extends string, Row>(
  build: (
    queries: Queries,
    argument: (name: Name) => string,
    number: (name: Name) => number,
  ) => { compile(): CompiledQuery<Row> },
): (queries: Queries, values: Readonly<Record<Name, string | number | null>>) => CompiledQuery<Row> {
  /** Keyed by dialect, which a transaction shares with its database. */
  const templates = new WeakMap<object, Template<Row>>();

  function templateFor(queries: Queries): Template<Row> {
    const dialect = queries.getExecutor().adapter;
    let template = templates.get(dialect);
    if (template === undefined) {
      const compiled = build(queries, placeholder, numberPlaceholder).compile();
      template = { compiled, names: compiled.parameters.map(parameterName) };
      templates.set(dialect, template);
    }
    return template;
  }

  return (queries, values) => {
    const { compiled, names } = templateFor(queries);
    const parameters = names.map((name, index) =>
      name === undefined ? compiled.parameters[index] : values[name as Name],
    );
    return { ...compiled, parameters };
  };
}

/** No argument starts with a NUL character, because ids are validated before. */
const PLACEHOLDER_PREFIX = "\0argument:";

function placeholder(name: string): string {
  return PLACEHOLDER_PREFIX + name;
}

/** The builder types its parameters by column, and compiles a placeholder without reading it. */
function numberPlaceholder(name: string): number {
  const text: unknown = placeholder(name);
  return text as number;
}

function parameterName(parameter: unknown): string | undefined {
  return typeof parameter === "string" && parameter.startsWith(PLACEHOLDER_PREFIX)
    ? parameter.slice(PLACEHOLDER_PREFIX.length)
    : undefined;
}
