/** Makes ids that fit the type of the ids of a kind and that no other instance has. */

const attempts = 50;

/**
 * A new id in the form of an example: `iss_4k1x7q0m2z9p` gives `iss_` and twelve other letters and digits.
 *
 * @param fits whether a value fits the type
 * @param isTaken whether something has the id already
 */
export function freshId(
  example: unknown,
  fits: (id: unknown) => boolean,
  isTaken: (id: unknown) => boolean,
  random: () => number,
): unknown {
  if (typeof example === "number") return nextNumber(example, fits, isTaken);
  for (let attempt = 0; attempt < attempts; attempt++) {
    for (const candidate of candidates(String(example), random))
      if (fits(candidate) && !isTaken(candidate)) return candidate;
  }
  return undefined;
}

function nextNumber(
  start: number,
  fits: (id: unknown) => boolean,
  isTaken: (id: unknown) => boolean,
): number | undefined {
  for (let id = start; id < start + 100_000; id++) if (!isTaken(id)) return fits(id) ? id : undefined;
  return undefined;
}

/**
 * Yields ids from the most to the least different: other letters and digits after the prefix, hexadecimal ones, other digits, a
 * number at the end.
 */
function candidates(example: string, random: () => number): string[] {
  const prefix = /^[A-Za-z]*[_.:/-]/.exec(example)?.[0] ?? "";
  const rest = example.slice(prefix.length);
  const digit = () => String(Math.floor(random() * 10));
  const among = (characters: string) => characters[Math.floor(random() * characters.length)]!;
  const like = (character: string) =>
    /[0-9]/.test(character)
      ? digit()
      : among(/[a-z]/.test(character) ? "abcdefghijklmnopqrstuvwxyz" : "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  const hexadecimal = (character: string) =>
    among(/[A-F]/.test(character) ? "0123456789ABCDEF" : "0123456789abcdef");
  const uuid = example.replace(/[0-9A-Fa-f]/g, (character, index) =>
    index === 14 ? "4" : index === 19 ? among("89ab") : hexadecimal(character),
  );
  if (isUuid(example)) return [uuid];
  return [
    prefix + rest.replace(/[0-9A-Za-z]/g, like),
    example.replace(/[0-9A-Fa-f]/g, hexadecimal),
    prefix + rest.replace(/[0-9]/g, digit),
    `${example}-${Math.floor(random() * 1_000_000)}`,
    `${example}${Math.floor(random() * 1_000_000)}`,
  ];
}

function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}

/** Numbers from 0 to 1, the same for the same seed (Mulberry32): two mocks with one seed make the same ids. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
