/** Why the built-in generator refuses a prompt or an edit, in English. */
export const generatorEn = {
  prompt_foreign:
    "The prompt seems to be in {language}, which is not one of the 24 official languages of the EU. The built-in generator reads only these: write the prompt in one of them.",
  prompt_empty: "The text names nothing to ask for.",
  prompt_part: '"{part}" was not understood.',
  prompt_parts: 'Not understood, among other parts: "{part}".',
  edits_understood:
    "The built-in generator understands: add a phone number after the email; remove the last question; rename phone to Mobile number; make email optional; change colour to a dropdown (red, blue); add the option Green to colour; move email to the top; limit comments to 500 characters; show comments only if Will you attend? is yes; change the title to Summer party; translate to German; limit to 50 responses.",
  edit_of: '"{instruction}": {reason}',
  edit_not_understood: '"{instruction}" was not understood. {understood}',
  edit_too_many_fields: "A form has at most {most} fields.",
  edit_too_many_pages: "A form has at most {most} pages.",
  edit_no_such_limit: '"{field}" is of type {type}, which has no such limit.',
  edit_has_option: '"{field}" has {value} already.',
  edit_too_few_choices: '"{field}" needs more than the choices that would be left.',
  edit_which_choices:
    "Several fields have choices, or none. Say to which the option belongs: add the option Green to colour.",
  edit_no_choices: '"{field}" has no choices: it is of type {type}.',
  edit_which_field: "It does not say which field.",
  edit_names_no_field: '"{text}" names no field.',
  edit_several_fields: 'More than one field could be "{text}": {fields}. Name one by its full label.',
  edit_no_such_page: "There is no page {page}.",
  edit_no_placeholder: '"{field}" is of type {type}, which has no placeholder.',
  edit_needs_choices:
    '"{field}" needs choices to become that. Name them: change colour to a dropdown (red, blue).',
  edit_unknown_field: '"{text}" names no field that the built-in generator knows.',
  edit_already_there: "The form asks for {text} already.",
  edit_beside_itself: '"{field}" cannot stand beside itself.',
} as const;
