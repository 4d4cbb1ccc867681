/** The tracker over stdio; the arguments name its faults. */
import { serveStdio } from "@toolwright/runtime";
import { trackerFaults } from "./faults.ts";
import { trackerService } from "./toolwright-server.ts";
import { createTracker } from "./tracker.ts";

const tracker = createTracker(trackerFaults.filter((fault) => process.argv.includes(fault)));
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
await serveStdio({ service: trackerService(tracker), handlers: tracker.handlers, log: silent });
