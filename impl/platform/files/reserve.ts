/** Keeps a part of the disk that uploads cannot use up. */
import { statfs } from "node:fs/promises";
import { Unavailable } from "@toolwright/runtime";

const MOST_BYTES = 5_000_000_000;
const SHARE = 0.1;

/** An upload would use up the reserve of the disk. */
export class NoRoom extends Unavailable {}

/** Takes room for an upload until the function that it returns is called. @throws NoRoom */
export type HoldRoom = (bytes: number) => Promise<() => void>;

/** @param reserve bytes that stay free; undefined: a tenth of the disk, at most 5 GB */
export function diskReserve(folder: string, reserve: number | undefined): HoldRoom {
  let held = 0;
  return async (bytes) => {
    const { bavail, blocks, bsize } = await statfs(folder);
    const kept = reserve ?? Math.min(MOST_BYTES, SHARE * blocks * bsize);
    if (bavail * bsize - held - bytes < kept) throw new NoRoom("The disk has no room left for uploads.");
    held += bytes;
    return () => {
      held -= bytes;
    };
  };
}
