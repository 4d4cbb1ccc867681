/** Lets Node load the modules of tests, which is faster than Vite's runner (docs/decisions/tests.md). */
import { registerHooks } from "node:module";

/** Reads the packages of this repository from their sources. */
const condition = "toolwright-source";

// Global set-up files run in the process of Vitest, which was started without the condition.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, { ...context, conditions: [...context.conditions, condition] }),
});

/** Settings of Vitest. */
export const nativeModules = {
  execArgv: [`--conditions=${condition}`],
  experimental: { viteModuleRunner: false },
};
