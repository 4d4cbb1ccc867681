/**
 * Several form services in one process, so that one kill ends all of them: most of the processor time of a start is the loading of
 * modules. The argument is the JSON of their environments; says `ready` when all listen.
 */
import { writeSync } from "node:fs";
import { startFormService } from "../../start.ts";
import { quiet } from "./postgres.ts";

const environments = JSON.parse(process.argv[2]!) as Record<string, string>[];
for (const environment of environments) await startFormService(environment, quiet);
writeSync(1, "ready\n");
