/** Why a call ends before its handler does. */

/** The handler took too long, or the server is stopping. */
export class DeadlinePassed extends Error {
  override readonly name = "DeadlinePassed";
}

/** The client cancelled the request or disconnected. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
}
