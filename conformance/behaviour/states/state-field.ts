/** Reads the state of an entity: in the result about it, or in its item of a list. */
import type { NamedEntity } from "../../calls/named-entity.ts";
import type { Behaviour, StateField } from "../../cases/behaviour.ts";
import { type Json, valueAt } from "../../cases/edits.ts";
import { type Called, readStructured } from "../calls/called.ts";
import type { Calls } from "../calls/calls.ts";
import type { Instances } from "../instances/instances.ts";
import { findInList } from "../observe/item-in-list.ts";

/** The objects that call the tool which shows a state. */
export interface FieldReader {
  readonly rules: Behaviour;
  readonly calls: Calls;
  readonly instances: Pick<Instances, "callAbout">;
}

/** One reading of a state. */
export interface Reading {
  /** Undefined if the server shows none. */
  readonly state: Json | undefined;
  /** The result about the entity, or its item of a list; undefined if the call failed, or the list does not have it. */
  readonly shown: Json | undefined;
  readonly called: Called;
}

/** @param options `unprepared`: no other call is made before it */
export async function readField(
  { rules, calls, instances }: FieldReader,
  instance: NamedEntity,
  field: StateField,
  options: { readonly unprepared?: true } = {},
): Promise<Reading> {
  if (field.list !== undefined) {
    const { value, called } = await findInList(rules, calls, instance, field);
    return { state: value && valueAt(value, field.path), shown: value, called };
  }
  const called = await instances.callAbout(instance, field, options);
  const shown = called.outcome.is === "success" ? readStructured(called) : undefined;
  return { state: shown && valueAt(shown, field.path), shown, called };
}
