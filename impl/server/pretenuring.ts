import { setFlagsFromString } from "node:v8";

/**
 * Keeps V8 from making objects of requests where old objects are kept, because objects of connections, which come from the
 * same lines of code, grew old. Each such object holds its request, already answered, until all memory is gone through: a
 * quarter of everything that was allocated outlived its request, and was copied twice.
 */
export function disableAllocationSitePretenuring(): void {
  setFlagsFromString("--no-allocation-site-pretenuring");
}
