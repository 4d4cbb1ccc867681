/** `toolwright new DIR` of a package that came from npm's registry: it pins its own version, and packs nothing. */
import { newCommandWith } from "../../cli/new.ts";
import { registryPackages } from "../../cli/project-packages.ts";
import { processIo } from "../../cli/run.ts";

process.exitCode = await newCommandWith(registryPackages).run({}, process.argv.slice(2), processIo());
