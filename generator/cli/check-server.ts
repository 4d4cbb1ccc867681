/** `toolwright check`: the command of `@toolwright/check`, which can write a spec here. */
import { main } from "@toolwright/check/command";
import { ImportError } from "@toolwright/check/surface";
import { DiskError } from "../files/disk-error.ts";
import type { Program } from "./command.ts";

export const command: Program = (args) =>
  main(args, async (listing, folder) => {
    // The compiler is slow to load, so it is loaded only to write a spec.
    const { writeSpecOf } = await import("./import.ts");
    try {
      return writeSpecOf(listing, folder, { address: "--url URL" });
    } catch (error) {
      // The check knows no errors of files.
      throw error instanceof DiskError ? new ImportError(error.message) : error;
    }
  });
