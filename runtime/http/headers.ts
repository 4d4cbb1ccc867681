/** Header names and values in turn, as `writeHead` takes them without building an object. */
export type Headers = readonly string[];
