import fc from "fast-check";
import { seed } from "./seed.ts";

/** Before the tests of every file: properties draw from the seed of the run. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
