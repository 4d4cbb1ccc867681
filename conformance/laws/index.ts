/** The laws. A new one is a file and a line here. */
import type { Law } from "../engine/law.ts";
import { idTaken } from "./id-taken.ts";
import { unknownId } from "./unknown-id.ts";

export const laws: readonly Law[] = [idTaken, unknownId];
