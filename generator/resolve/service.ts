/** Resolves the parts of `service.yaml`. */
import { withoutUndefined } from "../model/members.ts";
import type { AuthModel, Limit, ServerModel } from "../model/model.ts";
import { isCalculatedAmount } from "../scenarios/added-amount.ts";
import type { ServiceFile } from "../structure/shape.ts";
import { inService, type LimitSubstituter } from "./limits.ts";
import { showPlace } from "./places.ts";

export function toServer(file: ServiceFile, substituter: LimitSubstituter): ServerModel {
  const substituted = substituter.substitute(file.server, inService(["server"])) as ServiceFile["server"];
  const { protocolVersions } = substituted;
  return {
    ...substituted,
    protocolVersions: protocolVersions ?? ["2025-11-25", "2026-07-28"],
    namesVersions: protocolVersions !== undefined,
  };
}

export function toAuth({ auth, server }: ServiceFile): AuthModel {
  const { scheme, offers } = auth;
  return {
    scheme: typeof scheme === "string" ? scheme : scheme.toSorted(),
    ...(offers && { offers }),
    denial: auth.denial ?? (scheme === "oauth" ? "http-403" : "tool-error"),
    visibility: auth.visibility ?? "all",
    describe: auth.describe ?? "none",
    realm: auth.realm ?? server.name,
    ...(auth.tokenSource !== undefined && { tokenSource: auth.tokenSource }),
  };
}

export function toLimit(name: string, limit: NonNullable<ServiceFile["limits"]>[string]): Limit {
  const { kind, description, applies_to, field, ends, ends_at: endsAt, ...others } = limit;
  const { shown_by: shownBy, before, refused, refusals, scenario, of, within, ...counted } = others;
  const { while: states, sum, ...rest } = counted;
  const values = Object.entries(rest);
  return {
    name,
    kind,
    numbers: Object.fromEntries(
      values.filter((entry): entry is [string, number] => typeof entry[1] === "number"),
    ),
    settings: Object.fromEntries(
      values.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    ),
    appliesTo: applies_to ?? [],
    ...withoutUndefined({ description, field, endsAt, before, shownBy, refused, refusals, scenario, of }),
    ...withoutUndefined({ within: within?.map(showPlace), while: states }),
    ...(sum !== undefined && { sum: isCalculatedAmount(sum) ? sum : showPlace(sum) }),
    ...(ends && { ends: { ...ends, argument: showPlace(ends.argument) } }),
    at: inService(["limits", name]),
  };
}
