/** `@toolwright/check/portability`: tells what clients refuse, lose or rewrite. */
export { makeCalls } from "./calls.ts";
export { checkPortability } from "./client-libraries/check.ts";
export { ConverterError } from "./client-libraries/converter-process.ts";
export { findByRules } from "./constraints.ts";
export { lostParts } from "./described.ts";
export { isPortable, type Portability } from "./finding.ts";
export { portabilityFormats, portabilityReport } from "./report.ts";
