/** The service's own words around lessons: on their page and on the page of their owner. */
export interface LessonTexts {
  // The lesson
  readonly lesson_tasks: string;
  readonly lesson_task: string;
  readonly lesson_answered: string;
  readonly lesson_word: string;
  readonly lesson_choose_one: string;
  readonly lesson_choose_all: string;
  readonly lesson_order_hint: string;
  readonly lesson_own_words: string;
  readonly lesson_review_by_model: string;
  readonly lesson_check: string;
  readonly lesson_check_again: string;
  readonly lesson_right: string;
  readonly lesson_partly: string;
  readonly lesson_wrong: string;
  readonly lesson_try_again: string;
  readonly lesson_in_place: string;
  readonly lesson_points: string;
  readonly lesson_points_more: string;
  readonly lesson_explanation: string;
  readonly lesson_empty: string;
  readonly lesson_review_failed: string;
  readonly lesson_all_answered: string;
  readonly lesson_all_right: string;
  readonly lesson_some_right: string;
  readonly lesson_start_over: string;
  readonly lesson_kept: string;
  readonly lesson_not_kept: string;
  readonly lesson_picture_failed: string;
  readonly lesson_picture_made: string;

  // Instead of the lesson
  readonly lesson_protected: string;
  readonly lesson_open: string;
  readonly lesson_waiting_title: string;
  readonly lesson_waiting_text: string;
  readonly lesson_stage_text: string;
  readonly lesson_stage_illustrations: string;
  readonly lesson_failed_title: string;
  readonly lesson_failed_text: string;
  readonly lesson_not_found: string;

  // The owner's page
  readonly lesson_manage: string;
  readonly lesson_manage_key_title: string;
  readonly lesson_manage_key_text: string;
  readonly lesson_status_queued: string;
  readonly lesson_status_generating: string;
  readonly lesson_status_completed: string;
  readonly lesson_status_partial: string;
  readonly lesson_status_failed: string;
  readonly lesson_progress: string;
  readonly lesson_link: string;
  readonly lesson_link_password: string;
  readonly lesson_link_open: string;
  readonly lesson_pictures: string;
  readonly lesson_picture: string;
  readonly lesson_credits: string;
  readonly lesson_credits_quoted: string;
  readonly lesson_credits_reserved: string;
  readonly lesson_credits_charged: string;
  readonly lesson_credits_refunded: string;
  readonly lesson_attempts: string;
  readonly lesson_attempts_started: string;
  readonly lesson_attempts_finished: string;
  readonly lesson_attempts_right: string;
  readonly lesson_attempts_none: string;
  readonly lesson_attempts_kept: string;
}
