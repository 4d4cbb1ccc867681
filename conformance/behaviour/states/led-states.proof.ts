/** States that the server changes by itself: the promises about them that `led-states.service.proof.ts` does not break. */
import { describe, test } from "vitest";
import { expectRenderFault } from "../../test/support/render-findings.ts";
import { renderFaults } from "../../test/support/renders-server.ts";

describe.concurrent("the suite detects a render farm with a fault", () => {
  test.each(renderFaults.slice(4))("reports the fault %s", expectRenderFault);
});
