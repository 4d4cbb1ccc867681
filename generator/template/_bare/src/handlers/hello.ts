import type { Handlers } from "../../generated/handlers.ts";

/** `hello`. */
export const hello: Handlers["hello"] = ({ name }) => ({ greeting: `Hello, ${name}!` });
