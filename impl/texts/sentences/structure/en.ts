/** What is wrong with a structure, in English, as agents read it: sentences without their subject, which is a JSON Pointer. */
export const structureEn = {
  bound_above: "is above {high} ({min} > {max}), so no answer fits. Swap them.",
  bound_no_integer: "holds for no number from {min} to {max}. Widen them.",
  bound_no_day: "is {bound}, a day that no calendar has.",
  bound_selections: "asks for {wanted} selections where {offered} can be made. Add choices, or lower it.",
  bound_scale_order: "must be greater than min ({max} <= {min}).",
  bound_scale_step:
    "does not lead from {min} to {max}: the last point is {last}. Choose a step that divides {span}.",

  capacity_too_many:
    "have {count} choices with a capacity together; at most {most} may have one. Leave it out where it is not needed.",

  test_no_answer: "is {field}, which takes no answer. Name a field that does.",
  test_operator: "is {operator}, which says nothing about {field}. It takes {allowed}.",
  test_value: "is {value}, which {field} never is. Give {expected}.",
  expected_number: "a number",
  expected_boolean: "true or false",
  expected_date: "a date YYYY-MM-DD",
  expected_time: "a time HH:MM",
  expected_datetime: "a date and time YYYY-MM-DDTHH:MM",
  expected_choice: "a choice id: {ids}",
  expected_text: "a text",

  id_repeated: "is {id}, as at {earlier} already. {rule}; choose another one.",
  ids_of_fields: "Fields, hidden fields and calculations have different ids",
  ids_of_pages: "Pages have different ids",
  ids_of_endings: "Endings have different ids",
  ids_of_choices: "Choices of a field have different ids",
  ids_of_rows: "Rows of a matrix have different ids",
  ids_of_columns: "Columns of a matrix have different ids",

  page_too_large:
    "takes up to {bytes} bytes in the browser; at most {most} are allowed. Move fields to other pages, or give fields such as {field} fewer rows, columns, choices or mentions of answers, or shorter texts.",

  pattern_classes:
    "is too much together with the patterns before it: they have many classes such as \\p{L}, or (?i) with wide ranges. Use fewer of them, or leave (?i) out.",
  pattern_invalid:
    "is no regular expression in RE2 syntax ({rule}{part}). RE2 has no look-around and no back references.",
  pattern_refused:
    "is no regular expression in RE2 syntax ({reason}). RE2 has no look-around and no back references.",
  pattern_size:
    "is too large together with the patterns before it. Repetitions such as {1,1000} copy what they repeat: lower their counts, or use max_length.",
  pattern_steps:
    "would take too long together with the patterns before it, for answers of {longest} characters. Set max_length, or lower the counts of repetitions such as {1,1000}.",

  reference_late: "is {field}, which comes too late. It may name {allowed}.",
  reference_unknown: "is {field}, which the form does not have. It may name {allowed}.",
  allowed_earlier: "hidden fields and fields that come earlier",
  allowed_before: "fields, hidden fields and calculations listed before it",
  allowed_all: "fields, hidden fields and calculations",
  wrong_operand: "is {field}, which does not have {expected}.",
  operand_number: "a number: take a number, rating, scale or nps field, or an earlier calculation",
  operand_countable: "anything to count: take a field with choices, a matrix or files",
  operand_choices: "choices: take a field that has some",
  score_choice: "is no choice of {field}. It has {choices}.",
  ids_and_more: "{ids} and {more} more",
  ending_always: "has no when, so it always holds and those after it are never shown. Put it last.",

  too_many_fields: "have {fields} fields together; a form has at most {most}. Split it into several forms.",
  too_many_bytes:
    "takes {bytes} bytes as JSON; at most {most} are allowed. Shorten texts, or split the form.",
  too_deep: "is nested more than {most} levels deep. Move a part into a calculation of its own.",
  structure_too_deep: "is nested too deeply. Send a flatter structure.",

  default_not_offered:
    "{language} is not among languages ({languages}). Add it there, or choose one of them.",
  text_missing: "has no text in the default language: add {language}.",
  text_blank: "is blank. Write a text, or leave the property out.",
  text_control: "has a control character, which nobody can read. Leave it out.",
  text_half_character: "has half a character (a lone surrogate). Write it whole, or leave it out.",
  title_too_long: "is longer than {most} characters. Shorten it; description has room for more.",
  title_unreadable: "The title {reason}",
} as const;
