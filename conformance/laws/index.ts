/** The laws. A new one is a file and a line here. */
import type { Law } from "../engine/law.ts";
import { copies } from "./copies.ts";
import { copyApart } from "./copy-apart.ts";
import { idTaken } from "./id-taken.ts";
import { presentRevision } from "./present-revision.ts";
import { revisionRace } from "./revision-race.ts";
import { staleRevision } from "./stale-revision.ts";
import { unknownId } from "./unknown-id.ts";
import { unknownRevision } from "./unknown-revision.ts";

export const laws: readonly Law[] = [
  copies,
  copyApart,
  idTaken,
  presentRevision,
  revisionRace,
  staleRevision,
  unknownId,
  unknownRevision,
];
