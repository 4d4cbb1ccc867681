/** The laws. A new one is a file and a line here. */
import type { Law } from "../engine/law.ts";
import { copies } from "./copies.ts";
import { copyApart } from "./copy-apart.ts";
import { idTaken } from "./id-taken.ts";
import { otherAccount } from "./other-account.ts";
import { presentRevision } from "./present-revision.ts";
import { revisionRace } from "./revision-race.ts";
import { role } from "./role.ts";
import { staleRevision } from "./stale-revision.ts";
import { unknownId } from "./unknown-id.ts";
import { unknownRevision } from "./unknown-revision.ts";

export const laws: readonly Law[] = [
  copies,
  copyApart,
  idTaken,
  otherAccount,
  presentRevision,
  revisionRace,
  role,
  staleRevision,
  unknownId,
  unknownRevision,
];
