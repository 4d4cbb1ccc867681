/** The authorization server that `toolwright new --auth oauth` makes for tests issues refresh tokens, as agents expect them. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { captured } from "../test/support/cli/cli.ts";
import { linkPackages } from "../test/support/linked-packages.ts";
import { inTemporaryProject } from "../test/support/temporary-project.ts";
import { newCommandWith } from "./new.ts";
import { registryPackages } from "./project-packages.ts";

const program = join(import.meta.dirname, "../test/support/renewing-program.ts");

test.each(["oauth", "bearer,oauth"])(
  "--auth %s: client 2.x renews its tokens; each refresh token works once, for its client",
  async (auth) => {
    await inTemporaryProject(async (parent) => {
      linkPackages(parent);
      await captured(parent, {}, (io) => newCommandWith(registryPackages).run({ auth }, ["my-server"], io));
      const args = ["--conditions=toolwright-source", program, join(parent, "my-server")];
      const { stdout } = await promisify(execFile)(process.execPath, args);
      expect(JSON.parse(stdout.trim().split("\n").at(-1)!)).toEqual({
        grants: expect.arrayContaining(["authorization_code", "refresh_token"]),
        registered: ["authorization_code", "refresh_token"],
        tools: [4, 4],
        signIns: 1,
        rotated: true,
        byOther: "invalid_grant",
        again: "invalid_grant",
        // A refresh token that comes twice may be stolen: all tokens of the sign-in end.
        afterReuse: "invalid_grant",
      });
    });
  },
);
