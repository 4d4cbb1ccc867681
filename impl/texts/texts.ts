import type { LessonTexts } from "./lessons/texts.ts";

/** A text for each plural category that the language has (Unicode CLDR), chosen by the value `count`. */
export type Plural = Readonly<Partial<Record<Exclude<Intl.LDMLPluralRule, "other">, string>>> & {
  readonly other: string;
};

/**
 * The service's own words to respondents, in one language. `{name}` stands for a value. Texts of forms are not in here:
 * their owners write those.
 */
export interface Texts extends LessonTexts {
  // The form
  readonly language: string;
  readonly step: string;
  readonly next: string;
  readonly back: string;
  /** Works out again what depends on the answers of the page. */
  readonly update: string;
  readonly send: string;
  readonly optional: string;
  readonly choose: string;
  readonly yes: string;
  readonly no: string;
  readonly other: string;
  readonly other_label: string;
  readonly opens_in_new_tab: string;
  readonly imprint: string;
  readonly privacy: string;
  readonly more_information: string;
  readonly stars: Plural;
  readonly nps_low: string;
  readonly nps_high: string;
  readonly ranking_hint: string;
  readonly ranking_place: string;
  readonly move_up: string;
  readonly move_down: string;
  readonly choose_file: string;
  readonly choose_files: string;
  /** Of all files that the service takes. */
  readonly file_kinds: string;
  readonly file_hint: string;
  readonly files_hint: Plural;
  readonly uploading: string;
  readonly upload_failed: string;
  readonly file_added: string;
  readonly remove: string;
  readonly sign_draw: string;
  readonly sign_type: string;
  readonly sign_here: string;
  readonly sign_name: string;
  readonly sign_clear: string;
  readonly sign_upload: string;
  readonly address_title: string;
  readonly address_label: string;
  readonly address_hint: string;
  readonly address_from_field: string;
  readonly leave_empty: string;

  // What is wrong
  readonly error_prefix: string;
  readonly problems: Plural;
  readonly required: string;
  readonly required_choice: string;
  readonly required_consent: string;
  readonly required_file: string;
  readonly required_signature: string;
  readonly email: string;
  readonly phone: string;
  readonly url: string;
  readonly number: string;
  readonly integer: string;
  readonly date: string;
  readonly time: string;
  readonly datetime: string;
  readonly choice: string;
  readonly other_empty: string;
  readonly ranking: string;
  readonly matrix_rows: string;
  readonly invalid: string;
  readonly pattern: string;
  readonly min_length: Plural;
  readonly max_length: Plural;
  readonly min_selections: Plural;
  readonly max_selections: Plural;
  readonly max_files: Plural;
  readonly max_file_size: string;
  readonly files_total: string;
  readonly file_content: string;
  readonly file_empty: string;
  readonly file_type: string;
  readonly number_min: string;
  readonly number_max: string;
  readonly number_step: string;
  readonly not_before: string;
  readonly not_after: string;
  /** Behind a choice whose places are taken. */
  readonly choice_full: string;
  readonly choice_full_text: string;
  /** The choice was full before the response was confirmed. */
  readonly choice_late_title: string;
  readonly choice_late_text: string;
  readonly fill_again: string;
  readonly form_changed: string;
  /** `country`: its name; `code`: such as +49. */
  readonly phone_country: string;
  /** The value of a slider that has not been moved. */
  readonly no_answer_yet: string;
  readonly problems_solved: string;
  readonly kept_answers: string;
  readonly kept_clear: string;
  readonly email_domain: string;
  readonly email_domain_blocked: string;
  readonly too_quick: string;
  readonly open_too_long: string;
  readonly too_large: string;

  // Pages around the form
  readonly password_title: string;
  readonly password_text: string;
  readonly password: string;
  readonly password_open: string;
  readonly password_wrong: string;
  readonly paused_title: string;
  readonly paused_text: string;
  readonly closed_title: string;
  readonly closed_text: string;
  readonly full_title: string;
  readonly full_text: string;
  readonly not_found_title: string;
  readonly not_found_text: string;
  /** The form is in a frame that keeps it from being sent. */
  readonly foreign_title: string;
  readonly foreign_text: string;
  readonly too_many_title: string;
  readonly too_many_text: Plural;
  readonly broken_title: string;
  readonly broken_text: string;

  // Confirming the address
  readonly check_mail_title: string;
  readonly check_mail_text: string;
  readonly code: string;
  readonly code_hint: string;
  readonly confirm: string;
  readonly no_mail: string;
  readonly send_again: string;
  readonly send_again_in: Plural;
  readonly sent_again: string;
  readonly wrong_address: string;
  readonly change_address: string;
  readonly mail_failed: string;
  readonly code_wrong: Plural;
  readonly code_shape: string;
  readonly code_expired: string;
  readonly confirm_title: string;
  readonly confirm_text: string;
  readonly link_expired_title: string;
  readonly link_expired_text: string;
  readonly link_gone_text: string;
  readonly file_link_expired: string;
  readonly thanks_title: string;
  readonly thanks_text: string;
  readonly answered_before_title: string;
  readonly answered_before_text: string;
  readonly full_late_text: string;
  readonly continue_to: string;

  // The mail
  readonly mail_subject: string;
  readonly mail_greeting: string;
  readonly mail_intro: string;
  readonly mail_code: string;
  readonly mail_code_lifetime: string;
  readonly mail_link: string;
  readonly mail_link_lifetime: string;
  readonly mail_ignore: string;
}

export type TextKey = keyof Texts;
