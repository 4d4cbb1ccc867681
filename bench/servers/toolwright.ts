/** The runtime, all gates on. Of calls it tells nobody, as it comes. */
import { serveGated } from "../gated.ts";

await serveGated();
