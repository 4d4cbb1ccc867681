/** Header names and values in turn, as `writeHead` accepts them; this avoids building an object for each answer. */
export type HeaderPairs = readonly string[];
