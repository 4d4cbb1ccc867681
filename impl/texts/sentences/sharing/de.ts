/** Why a form is not shared with an account, in German. */
import type { DictionaryLike } from "../../owner/dictionary.ts";
import type { sharingEn } from "./en.ts";

export const sharingDe: DictionaryLike<typeof sharingEn> = {
  share_with_owner:
    "Das Formular gehört diesem Konto, das ohnehin alles darf. Nennen Sie eine andere Person.",
  share_with_oneself:
    "Was man selbst darf, ändert man nicht. Fragen Sie, wem das Formular gehört, oder jemanden, der es teilen darf.",
};
