import { defineConfig } from "vitest/config";
import { seed } from "./.ci/seed.ts";

/** `npm run proof`: what takes minutes, or needs packages from the network. */
export default defineConfig({
  resolve: { conditions: ["toolwright-source"] },
  ssr: { resolve: { conditions: ["toolwright-source"] } },
  test: {
    include: ["{runtime,generator,impl,conformance}/test/**/*.proof.ts"],
    reporters: ["default", "./.ci/tally.ts"],
    setupFiles: ["./.ci/properties.ts"],
    env: { FAST_CHECK_SEED: String(seed) },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Generous: a busy machine is no reason to fail.
    expect: { poll: { timeout: 60_000, interval: 10 } },
    fileParallelism: false,
  },
});
