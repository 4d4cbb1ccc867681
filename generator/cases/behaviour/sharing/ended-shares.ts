/** Derives the cases about ended shares: the account loses access to the shared entity, and to the entities within it. */
import type { BehaviourCase } from "@toolwright/conformance/cases";
import type { Entity } from "../../../model/behaviour.ts";
import type { Tool } from "../../../model/operation.ts";
import { listStates, type StateMachine } from "../../../model/states.ts";
import { locationBelow } from "../../../resolve/limits.ts";
import { addCheck, promise } from "../../promise.ts";
import { type BehaviourContext, firstPlace } from "../context.ts";
import { toEntity } from "../states/state-field.ts";

/** Makes cases for each reading tool about the entity or an entity within it. Only shares that are entities can end. */
export function endedShareCases(entity: Entity, context: BehaviourContext): BehaviourCase[] {
  const { sharedBy, madeBy, name, at } = entity;
  const share = context.model.entities.find(
    (each) => sharedBy !== undefined && each.madeBy?.tool === sharedBy.tool,
  );
  if (share === undefined || !madeBy) return [];
  const place = context.at(locationBelow(at, ["shared_by"]));
  return listEnds(share, context).flatMap((end) =>
    listSubjects(entity, context).flatMap((subject) =>
      listReaders(subject, context).map((reader): BehaviourCase => {
        const [path] = context.argumentsOf(subject, reader);
        const part = subject === entity ? "" : `/${subject.name}`;
        const id = `${reader.name}/${name}/unshared/${end.state ?? "ended"}${part}`;
        const must = `${reader.name} refuses an account when its share of the ${name} is ${end.state ?? "ended"}, with ${subject.private}.`;
        const call = context.callWith(reader, firstPlace(path!));
        const check = { check: "unshared", entity: name, subject: subject.name, share: share.name } as const;
        const promised = promise("access", id, reader.name, must, place);
        return addCheck(promised, call ? { ...call, ...check, ...end } : "no valid arguments were found");
      }),
    ),
  );
}

/** The final states of a share, or its end. */
function listEnds(
  share: Entity,
  context: BehaviourContext,
): { readonly machine?: string; readonly state?: string }[] {
  const machine = context.model.states.find((each) => toEntity(each, context) === share);
  if (machine === undefined) return share.endedBy === undefined ? [] : [{}];
  return listFinalStates(machine).map((state) => ({ machine: machine.name, state }));
}

function listFinalStates(machine: StateMachine): string[] {
  return listStates(machine).filter(
    (state) => state !== machine.initial && !machine.transitions.some(({ from }) => from.includes(state)),
  );
}

/** The entity, and others that are made with its id. */
function listSubjects(entity: Entity, { model, tool, argumentsOf }: BehaviourContext): Entity[] {
  return model.entities.filter(({ madeBy, private: hidden, ...each }) => {
    const maker = madeBy && tool(madeBy.tool);
    if (maker === undefined || hidden === undefined) return false;
    return each.name === entity.name || argumentsOf(entity, maker).length > 0;
  });
}

function listReaders(subject: Entity, { readers, argumentsOf }: BehaviourContext): Tool[] {
  return readers.filter(
    (reader) => reader.annotations?.readOnlyHint === true && argumentsOf(subject, reader).length > 0,
  );
}
