/** Definitions of columns that many tables have. */
import type { ColumnDefinitionBuilder } from "kysely";

type Column = ColumnDefinitionBuilder;

export function makeRequired(column: Column): Column {
  return column.notNull();
}

/** Makes a column a boolean with the default 0. */
export function flag(column: Column): Column {
  return column.notNull().defaultTo(0);
}

export function unique(column: Column): Column {
  return column.notNull().unique();
}

export function primaryKey(column: Column): Column {
  return column.primaryKey().notNull();
}

/** Makes a column refer to the parent row; the row is deleted with its parent. */
export function makePartOf(reference: string): (column: Column) => Column {
  return (column) => column.notNull().references(reference).onDelete("cascade");
}

/** Does the same for rows that may have no parent. */
export function makeOptionalPartOf(reference: string): (column: Column) => Column {
  return (column) => column.references(reference).onDelete("cascade");
}

/** Does the same for tables with at most one row for each parent. */
export function makeKeyOf(reference: string): (column: Column) => Column {
  return (column) => column.primaryKey().notNull().references(reference).onDelete("cascade");
}
