import { expect, test } from "vitest";
import { readListed } from "./resource-lists.ts";

test.each([undefined, 1, { toString: 1, valueOf: 1 }, null])(
  "arguments of prompts named %j are left out",
  (name) => {
    const listed = [
      {
        name: "plan",
        arguments: [
          { name, required: true },
          { name: "day", required: true },
        ],
      },
    ];
    const [prompt] = readListed({ tools: [], listed })!;
    expect(prompt!.inputSchema).toMatchObject({ required: ["day"] });
    expect(Object.keys(prompt!.inputSchema.properties as object)).toEqual(["day"]);
  },
);
