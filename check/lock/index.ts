/** `@toolwright/check/lock`: the lock file of a server, for programs that go on from it. */

export { LockError } from "./lock-file.ts";
export { isLockFile, listingIn } from "./lock-listing.ts";
