/** Mistakes that the developers of the drive could make. The server makes the one that the variable `BREAK` names. */
type Mistake =
  | "inherited-share-never-ends"
  | "moved-out-stays-shared"
  | "restore-makes-duplicate"
  | "bin-is-free"
  | "anyone-checks-in"
  | "lapsed-lock-blocks"
  | "grandchild-cycle"
  | "commenter-uploads"
  | "bytes-are-characters"
  | "restored-keeps-checksum"
  | "no-bytes-are-no-bound"
  | "stars-stand-for-anything";

export const breaks = (mistake: Mistake): boolean => process.env.BREAK === mistake;
