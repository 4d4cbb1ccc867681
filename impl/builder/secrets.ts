/** Keeps passwords, card numbers and other secrets out of forms. */
import type { Warning } from "../../generated/types.ts";
import { phraseKey } from "./lexicon/fold.ts";

/** No form should ask for these: everybody who may read its responses would see them. */
const SECRETS =
  /^(?:(?:new |your |account |my |repeat |confirm |login )*(?:password|passwort|kennwort|mot de passe|contrasena|wachtwoord|haslo|senha|parola|heslo|losenord|salasana|jelszo)|(?:credit |debit )?card (?:number|details|information)|kreditkartennummer|(?:card )?(?:cvv|cvc|cvv2)(?: code)?|(?:card |atm |bank )?pin(?: code| number)?|social security number|ssn)$/;

/** A warning instead of a field for passwords, card numbers and the like. */
export function secretOf(label: string): Warning | undefined {
  if (label.length > 80 || !SECRETS.test(phraseKey(label))) return undefined;
  return {
    code: "secret_left_out",
    message: `"${label}" was left out: a form keeps its answers readable for everybody who may read responses. Use a login or a payment page for secrets.`,
  };
}
