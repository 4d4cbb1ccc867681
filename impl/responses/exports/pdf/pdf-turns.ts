/** When PDFs are written: two at a time, since each may need some hundred MB, and no owner keeps others waiting for more than two. */
import { type OwnerTurns, ownerTurns } from "../owner-turns.ts";

const everybody = "";

/** Resolves when a PDF of the owner may be written, to what ends its turn. */
export function pdfTurns(): OwnerTurns {
  const ofOwner = ownerTurns();
  const ofAll = ownerTurns();
  return async (ownerId) => {
    const endOwn = await ofOwner(ownerId);
    try {
      const endShared = await ofAll(everybody);
      return () => {
        endShared();
        endOwn();
      };
    } catch (error) {
      endOwn();
      throw error;
    }
  };
}
