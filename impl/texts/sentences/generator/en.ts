/** Why the built-in generator refuses a prompt or an edit, in English. */
export const generatorEn = {
  prompt_foreign:
    "The prompt seems to be in {language}, which is not one of the 24 official languages of the EU. The built-in generator reads only these: write the prompt in one of them.",
  prompt_empty:
    "The prompt names neither a kind of form nor anything to ask for. Say what the form is for and list its fields, such as: Feedback form: name, email, rating from 1 to 5, comments (optional).",
  edits_understood:
    "The built-in generator understands: add a phone number after the email; remove the last question; rename phone to Mobile number; make email optional; change colour to a dropdown (red, blue); add the option Green to colour; move email to the top; limit comments to 500 characters; show comments only if Will you attend? is yes; change the title to Summer party; translate to German; limit to 50 responses. Agents send exact edits as `operations`.",
  edit_of: '"{instruction}": {reason}',
  edit_empty: "The prompt holds no instruction. {understood}",
  edit_not_understood: '"{instruction}" was not understood. {understood}',
  edit_no_field_left: "A form needs at least one field.",
  edit_add_first: "A form needs at least one field. Add the new ones first.",
  edit_too_many_fields: "A form has at most {most} fields.",
  edit_too_many_pages: "A form has at most {most} pages.",
  edit_depends_on_later: '"{field}" depends on "{later}", which would come after it.',
  edit_section_heading: "A section needs a heading: add a section called About you before the name.",
  edit_right_answers:
    "An edit cannot mark right answers. Create the quiz by a prompt, or set the points in the structure.",
  edit_no_such_limit: '"{field}" is of type {type}, which has no such limit.',
  edit_today_needs_date: '"{field}" is of type {type}; only dates can be held to today.',
  edit_one_answer: '"{field}" is of type {type}: it takes one answer.',
  edit_no_email: "The form has no field for an email address.",
  edit_total_needs_numbers: '"{field}" is of type {type}; totals need numbers.',
  edit_has_option: '"{field}" has {value} already.',
  edit_too_few_choices: '"{field}" needs more than the choices that would be left.',
  edit_ranking_not_shuffled: "A ranking is not shuffled.",
  edit_ranking_of_all: '"{field}" is a ranking of all choices.',
  edit_ranking_no_other: "A ranking has no answers of one's own.",
  edit_which_choices:
    "Several fields have choices, or none. Say to which the option belongs: add the option Green to colour.",
  edit_no_choices: '"{field}" has no choices: it is of type {type}.',
  edit_no_such_choice: '"{field}" has no choice "{choice}". It has: {known}.',
  edit_language: "Forms have the 24 official languages of the EU; {languages} is not one of them.",
  edit_which_field: "It does not say which field.",
  edit_names_no_field: '"{text}" names no field.',
  edit_condition:
    '"{text}" names no answer of a field before it. Conditions look at earlier fields: show comments only if Will you attend? is yes.',
  edit_several_fields: 'More than one field could be "{text}": {fields}. Name one by its full label.',
  edit_no_such_field: 'There is no field "{text}". The form has: {fields}.',
  edit_ranking_capacity: '"{field}" is a ranking: no choice is taken.',
  edit_which_capacity: "Several fields have choices, or none. Name one of them: limit each size to 5.",
  edit_no_such_page: "There is no page {page}.",
  edit_one_page: "There is no page {page}: the form has one page.",
  edit_pages: "There is no page {page}: the form has {pages} pages.",
  edit_too_few_fields: "{fields} fields do not fill {pages} pages.",
  edit_begins_page: '"{field}" begins a page already.',
  edit_empty_page:
    "A page needs at least one field. Say what is on it: add a page called Feedback with rating and comments.",
  edit_no_placeholder: '"{field}" is of type {type}, which has no placeholder.',
  edit_needs_choices:
    '"{field}" needs choices to become that. Name them: change colour to a dropdown (red, blue).',
  edit_unknown_field: '"{text}" names no field that the built-in generator knows.',
  edit_already_there: "The form asks for {text} already.",
  edit_in_calculation: '"{field}" is used by a calculation. Change the structure itself to remove both.',
  edit_in_ending: 'An ending depends on "{field}". Change the structure itself to remove it.',
  edit_beside_itself: '"{field}" cannot stand beside itself.',
  edit_leaves_pages_empty: "That would leave the other pages empty.",
} as const;
