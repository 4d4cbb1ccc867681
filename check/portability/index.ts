/** `@toolwright/check/portability`: tells what clients refuse, lose or rewrite. */
export { makeCalls } from "./calls.ts";
export { checkPortability } from "./client-libraries/check.ts";
export { ConverterError } from "./client-libraries/converter-process.ts";
export { findByRules } from "./constraints.ts";
export { isPortable, type Portability } from "./finding.ts";
export { lostParts } from "./lost-parts.ts";
export { portabilityFormats, portabilityReport } from "./report.ts";
