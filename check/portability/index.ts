/** `@toolwright/check/portability`: tells what clients refuse, lose or rewrite. */
export { makeCalls } from "./calls.ts";
export { checkPortability } from "./client-libraries/check.ts";
export { ConverterError } from "./client-libraries/converter-process.ts";
export { findByRules } from "./constraints.ts";
export { type Client, type Effect, effects, type Finding, isPortable, type Portability } from "./finding.ts";
export { type LostPart, lostParts } from "./lost-parts.ts";
export { type PortabilityFormat, portabilityFormats, portabilityReport } from "./report.ts";
