import type { Locus } from "../diagnostics/diagnostic.ts";
import type { AuthModel, Limit, Machine, ServerModel } from "../model/model.ts";
import { pascalCase } from "../model/names.ts";
import type { ServiceFile } from "../structure/shape.ts";
import { below, type LimitReader } from "./limits.ts";

/** A place in `service.yaml`. */
export function service(path: Locus["path"]): Locus {
  return { file: "service.yaml", path };
}

export function serverOf(file: ServiceFile, reader: LimitReader): ServerModel {
  const filled = reader.fill(file.server, service(["server"])) as ServiceFile["server"];
  const { protocolVersions } = filled;
  return {
    ...filled,
    protocolVersions: protocolVersions ?? ["2025-11-25", "2026-07-28"],
    namesVersions: protocolVersions !== undefined,
  };
}

export function authOf({ auth, server }: ServiceFile): AuthModel {
  return {
    scheme: auth.scheme,
    denial: auth.denial ?? "tool-error",
    visibility: auth.visibility ?? "all",
    describe: auth.describe ?? "none",
    realm: auth.realm ?? server.name,
    ...(auth.tokenSource !== undefined && { tokenSource: auth.tokenSource }),
  };
}

export function limitOf(name: string, limit: NonNullable<ServiceFile["limits"]>[string]): Limit {
  const { kind, description, applies_to, field, ...rest } = limit;
  const values = Object.entries(rest);
  return {
    name,
    kind,
    ...(description !== undefined && { description }),
    numbers: Object.fromEntries(
      values.filter((entry): entry is [string, number] => typeof entry[1] === "number"),
    ),
    words: Object.fromEntries(
      values.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    ),
    appliesTo: applies_to ?? [],
    ...(field !== undefined && { field }),
    at: service(["limits", name]),
  };
}

export function machineOf(name: string, machine: NonNullable<ServiceFile["states"]>[string]): Machine {
  const at = service(["states", name]);
  return {
    name,
    typeName: pascalCase(name),
    field: machine.field,
    initial: machine.initial,
    transitions: Object.entries(machine.transitions).map(([transition, rule]) => ({
      name: transition,
      ...rule,
      at: below(at, ["transitions", transition]),
    })),
    at,
  };
}
