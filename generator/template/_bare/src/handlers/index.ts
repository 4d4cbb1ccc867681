import type { Handlers } from "../../generated/handlers.ts";
import { hello } from "./hello.ts";

/** The only place that puts `Handlers` together. */
export const handlers: Handlers = { hello };
