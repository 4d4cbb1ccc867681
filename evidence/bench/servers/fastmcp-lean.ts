/** npm's fastmcp as fast as it gets: with JSON answers. */
import { serveFastmcp } from "./fastmcp.ts";

await serveFastmcp({ enableJsonResponse: true });
