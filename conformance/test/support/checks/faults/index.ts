import type { CheckFault } from "./fault.ts";
import { headersFaults } from "./headers.ts";
import { httpFaults } from "./http.ts";
import { messagesFaults } from "./messages.ts";
import { openingFaults } from "./opening.ts";
import { toolsFaults } from "./tools.ts";

/** A fault for every check: what nothing breaks, nothing proves. */
export const checkFaults: readonly CheckFault[] = [
  ...openingFaults,
  ...headersFaults,
  ...messagesFaults,
  ...httpFaults,
  ...toolsFaults,
];
