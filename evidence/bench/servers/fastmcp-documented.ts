/** npm's fastmcp as its documentation shows it: it answers with event streams. */
import { serveFastmcp } from "./fastmcp.ts";

await serveFastmcp({});
