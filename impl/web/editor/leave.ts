/** Lets the row of a part leave with motion before the part is removed. */

const DURATION_MS = 200;
const LEAVING = "leaving";

/**
 * Closes a row, and then removes its part. Other edits can come in between, so `remove` must read the present structure.
 * @param row the row; undefined or hidden: the part is removed at once, as for users who do not want motion
 * @param beside a row elsewhere that leaves with it
 */
export async function leave(
  row: Element | null | undefined,
  remove: () => void,
  beside?: Element | null,
): Promise<void> {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || !row?.checkVisibility()) return remove();
  // The user has pressed the button twice.
  if (row.getAnimations().some(({ id }) => id === LEAVING)) return;
  const motions = [row, beside].filter((one) => one != null).map(close);
  await Promise.all(motions.map(({ finished }) => finished));
  remove();
  // The rows are still there if the part could not be removed.
  for (const motion of motions) motion.cancel();
}

function close(row: Element): Animation {
  const start = { overflow: "clip", height: `${row.clientHeight}px`, opacity: 1 };
  const end = {
    overflow: "clip",
    height: "0",
    minHeight: "0",
    opacity: 0,
    marginBlock: "0",
    paddingBlock: "0",
  };
  const motion = row.animate([start, end], { duration: DURATION_MS, easing: "ease-in", fill: "forwards" });
  motion.id = LEAVING;
  return motion;
}
