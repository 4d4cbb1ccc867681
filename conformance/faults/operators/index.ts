import type { Operator } from "../fault.ts";
import { accessOperators } from "./access.ts";
import { argumentOperators } from "./arguments.ts";
import { listingOperators } from "./listing.ts";
import { protocolOperators } from "./protocol.ts";
import { refusalOperators } from "./refusals.ts";
import { resultFormOperators } from "./result-forms.ts";
import { resultOperators } from "./results.ts";
import { wireOperators } from "./wire.ts";

/** All operators; each topic has a file. */
export const operators: readonly Operator[] = [
  ...accessOperators,
  ...argumentOperators,
  ...resultOperators,
  ...resultFormOperators,
  ...refusalOperators,
  ...listingOperators,
  ...wireOperators,
  ...protocolOperators,
];
