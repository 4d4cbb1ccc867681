/** Makes the keys under which files are stored. */
import { randomBase62 } from "../ids/base62.ts";

/** Not guessable, and spread over folders, since some file systems are slow with a million files in one. */
export function newKey(): string {
  const name = randomBase62(32);
  return `${name.slice(0, 2).toLowerCase()}/${name}`;
}
