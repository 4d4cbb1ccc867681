/** Definitions of columns that many tables have. */
import type { ColumnDefinitionBuilder } from "kysely";

type Column = ColumnDefinitionBuilder;

export function required(column: Column): Column {
  return column.notNull();
}

/** 0 unless it is set: a boolean. */
export function flag(column: Column): Column {
  return column.notNull().defaultTo(0);
}

export function unique(column: Column): Column {
  return column.notNull().unique();
}

export function primaryKey(column: Column): Column {
  return column.primaryKey().notNull();
}

/** Refers to the row that this one belongs to, and is deleted with. */
export function partOf(reference: string): (column: Column) => Column {
  return (column) => column.notNull().references(reference).onDelete("cascade");
}

/** The same for rows that need not belong to one. */
export function optionalPartOf(reference: string): (column: Column) => Column {
  return (column) => column.references(reference).onDelete("cascade");
}

/** The same for tables with at most one row for each row of the other table. */
export function keyOf(reference: string): (column: Column) => Column {
  return (column) => column.primaryKey().notNull().references(reference).onDelete("cascade");
}
