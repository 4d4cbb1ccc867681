import type { CompiledQuery } from "kysely";
import type { Queries } from "./storage.ts";

/** A query that has been built, whose parameters are still to come. */
interface Template<Row> {
  readonly compiled: CompiledQuery<Row>;
  /** Name of the argument that each parameter is; undefined: it stays as it is. */
  readonly names: readonly (string | undefined)[];
}

/**
 * A query that is built when it first runs, and then only filled in: building takes several times as long as SQLite takes
 * to answer. For the few queries that every call makes.
 * @param build with a stand-in for each argument, to be used wherever a value is
 */
export function prepared<Name extends string, Row>(
  build: (queries: Queries, argument: (name: Name) => string) => { compile(): CompiledQuery<Row> },
): (queries: Queries, values: Readonly<Record<Name, string>>) => CompiledQuery<Row> {
  /** By dialect: a transaction shares it with its database. */
  const templates = new WeakMap<object, Template<Row>>();

  function templateFor(queries: Queries): Template<Row> {
    const dialect = queries.getExecutor().adapter;
    let template = templates.get(dialect);
    if (template === undefined) {
      const compiled = build(queries, placeholder).compile();
      template = { compiled, names: compiled.parameters.map(nameOf) };
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

/** No value that anybody sends has a NUL at its start: ids are checked before. */
const PLACEHOLDER_PREFIX = "\0argument:";

function placeholder(name: string): string {
  return PLACEHOLDER_PREFIX + name;
}

function nameOf(parameter: unknown): string | undefined {
  return typeof parameter === "string" && parameter.startsWith(PLACEHOLDER_PREFIX)
    ? parameter.slice(PLACEHOLDER_PREFIX.length)
    : undefined;
}
