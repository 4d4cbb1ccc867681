/** The tracker over stdio; the arguments name its faults. */
import { serveStdio } from "@toolwright/runtime";
import { TrackerHandlers, trackerFaults } from "./tracker-handlers.ts";
import { trackerService } from "./tracker-server.ts";

const faults = trackerFaults.filter((fault) => process.argv.includes(fault));
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
await serveStdio({ service: trackerService(), handlers: new TrackerHandlers(faults), log: silent });
