import type { DictionaryLike } from "../dictionary.ts";
import type { accountEn } from "./en.ts";

/** Signing in and the frame of the owner's pages, in German. */
export const accountDe: DictionaryLike<typeof accountEn> = {
  service_name: "Formulardienst",
  skip_to_content: "Zum Inhalt springen",
  nav_label: "Seiten",
  nav_forms: "Formulare",
  nav_settings: "Einstellungen",
  account_menu: "Konto",
  settings_account: "Konto",
  sign_out: "Abmelden",

  home_title: "Formulare, die Menschen und Agenten gemeinsam machen",
  home_text:
    "Beschreiben Sie ein Formular in Ihren Worten, veröffentlichen Sie es und lesen Sie die Antworten. Was Sie hier im Browser tun, tut ein Agent über MCP, mit einem Token, das Sie ihm geben und jederzeit zurücknehmen können.",
  home_sign_in: "Anmelden",
  home_sign_up: "Konto anlegen",
  home_to_forms: "Zu Ihren Formularen",
  home_example: "Aus einem Satz wird ein Formular",
  home_example_prompt: "Anmeldung zu unserer Sommerschule: Name und Kurs (Malen, Musik oder Töpfern)",
  home_example_title: "Sommerschule",
  home_example_name: "Name",
  home_example_course: "Kurs",
  home_example_one: "Malen",
  home_example_two: "Musik",
  home_example_three: "Töpfern",
  home_example_send: "Anmelden",
  home_steps: "So geht es",
  home_step_one: "Beschreiben",
  home_step_one_text:
    "Ein Satz oder eine ganze Liste, in einer von 24 Sprachen. Ändern Sie dann alles im Editor, der das Formular so zeigt, wie andere es sehen.",
  home_step_two: "Veröffentlichen",
  home_step_two_text:
    "Schicken Sie den Link, oder bauen Sie das Formular in Ihre Webseite ein. Es geht auf jedem Telefon, und alle bestätigen ihre E-Mail-Adresse.",
  home_step_three: "Antworten lesen",
  home_step_three_text:
    "Als Tabelle, als Diagramme zu jeder Frage und als Datei für Ihre Tabellenkalkulation. Sie bestimmen, wer sie noch sieht.",
  home_agents: "Für Agenten",
  home_agents_text:
    "Der Endpunkt spricht MCP über Streamable HTTP und nimmt ein persönliches Zugriffstoken als Bearer. Ein Token machen Sie unter Einstellungen, Integrationen.",
  home_endpoint: "Endpunkt",

  sign_in_title: "Anmelden",
  email_label: "E-Mail-Adresse",
  password_label: "Passwort",
  sign_in_button: "Anmelden",
  sign_in_by_link: "Link per E-Mail senden",
  sign_in_wrong: "Die Adresse oder das Passwort stimmt nicht.",
  sign_in_locked: "Dieses Konto ist gesperrt. {contact}",
  sign_in_forgot: "Passwort vergessen?",
  sign_in_no_account: "Noch kein Konto?",
  have_account: "Sie haben schon ein Konto?",
  email_wrong: "Geben Sie eine E-Mail-Adresse ein, etwa name@example.org.",
  contact_operator: "Fragen Sie die Betreiber dieses Dienstes.",
  contact_at: "Schreiben Sie an {contact}.",

  sign_up_title: "Konto anlegen",
  sign_up_text: "Wir senden Ihnen einen Link. Er öffnet die Seite, auf der Sie ein Passwort wählen.",
  sign_up_button: "Link senden",
  sign_up_closed_title: "Neue Konten gibt es auf Einladung",
  sign_up_closed_text: "Dieser Dienst legt Konten nur für Eingeladene an. {contact}",

  forgot_title: "Neues Passwort wählen",
  forgot_text: "Wir senden Ihnen einen Link, der die Seite dafür öffnet.",
  forgot_button: "Link senden",

  sent_title: "Sehen Sie in Ihr Postfach",
  sent_text: "Wenn {email} hier verwendet werden kann, ist eine E-Mail unterwegs. Öffnen Sie den Link darin.",
  sent_hint:
    "Keine E-Mail? Sehen Sie im Spam-Ordner nach, oder versuchen Sie es in einigen Minuten noch einmal.",
  sent_dev: "E-Mails dieses Dienstes bleiben auf diesem Rechner:",
  sent_outbox: "Postausgang öffnen",
  sent_printed: "Die Adresse neben „Mails“ in seiner Startmeldung zeigt sie.",

  link_gone_title: "Dieser Link gilt nicht mehr",
  link_gone_again: "Links gelten einmal und nur eine begrenzte Zeit. Lassen Sie sich einen neuen senden.",
  link_sign_up_title: "Passwort wählen",
  link_sign_up_text: "Ihr Konto wird {email}.",
  link_sign_up_button: "Konto anlegen",
  link_sign_in_title: "Als {email} anmelden?",
  link_sign_in_text: "Der Link gilt einmal.",
  link_reset_title: "Neues Passwort wählen",
  link_reset_text: "Für {email}. Alle angemeldeten Browser werden abgemeldet.",
  link_reset_button: "Speichern und anmelden",
  new_password_label: "Neues Passwort",
  new_password_hint: {
    one: "Mindestens {count} Zeichen. Einige Wörter merkt man sich leichter als Sonderzeichen.",
    other: "Mindestens {count} Zeichen. Einige Wörter merkt man sich leichter als Sonderzeichen.",
  },
  password_short: {
    one: "Verwenden Sie mindestens {count} Zeichen.",
    other: "Verwenden Sie mindestens {count} Zeichen.",
  },
  password_long: {
    one: "Verwenden Sie höchstens {count} Zeichen.",
    other: "Verwenden Sie höchstens {count} Zeichen.",
  },
  password_obvious:
    "Dieses Passwort steht auf der Liste der meistverwendeten oder ist Ihre Adresse. Wählen Sie ein anderes.",

  foreign_post_title: "Diese Seite ist abgelaufen",
  foreign_post_text:
    "Vielleicht haben Sie sich inzwischen ab- oder neu angemeldet, oder sie wurde von einer anderen Website gesendet. Geändert wurde nichts. Gehen Sie zurück, laden Sie die Seite neu und wiederholen Sie den Schritt.",
  too_many_posts_title: "Zu viel auf einmal",
  too_many_posts_text:
    "Von Ihrem Konto kam innerhalb einer Minute mehr, als dieser Dienst annimmt. Nichts wurde geändert. Gehen Sie zurück und wiederholen Sie den Schritt in einer Minute.",
  owner_not_found_title: "Diese Seite gibt es nicht",
  owner_not_found_text: "Prüfen Sie die Adresse, oder beginnen Sie bei Ihren Formularen.",

  more: "Mehr zeigen",

  sessions_title: "Angemeldete Browser",
  session_this: "Dieser Browser",
  session_unknown: "Unbekannter Browser",
  session_since: "Angemeldet am {since}, zuletzt benutzt am {used}",
  session_on: "{browser} auf {system}",
  session_end: "Abmelden",
  session_end_others: "Alle anderen Browser abmelden",

  letter_greeting: "Guten Tag,",
  letter_sign_up_subject: "Legen Sie Ihr Konto bei {host} an",
  letter_sign_up_text: "mit diesem Link wählen Sie ein Passwort, und Ihr Konto bei {host} wird angelegt.",
  letter_sign_up_button: "Passwort wählen",
  letter_known_subject: "Sie haben schon ein Konto bei {host}",
  letter_known_text:
    "jemand, wahrscheinlich Sie selbst, wollte mit dieser Adresse ein neues Konto bei {host}. Sie haben schon eines: Dieser Link meldet Sie an.",
  letter_sign_in_subject: "Ihr Link zum Anmelden bei {host}",
  letter_sign_in_text: "mit diesem Link melden Sie sich bei {host} an.",
  letter_sign_in_button: "Anmelden",
  letter_reset_subject: "Neues Passwort für {host} wählen",
  letter_reset_text: "mit diesem Link wählen Sie ein neues Passwort für Ihr Konto bei {host}.",
  letter_reset_button: "Passwort wählen",
  letter_minutes: {
    one: "Der Link gilt {count} Minute lang, einmal.",
    other: "Der Link gilt {count} Minuten lang, einmal.",
  },
  letter_hours: {
    one: "Der Link gilt {count} Stunde lang, einmal.",
    other: "Der Link gilt {count} Stunden lang, einmal.",
  },
  letter_ignore:
    "Wenn Sie das nicht wollten, beachten Sie diese E-Mail nicht: Ohne den Link geschieht nichts.",
};
