/** Signing in and the frame of the owner's pages, in English. */
export const accountEn = {
  service_name: "Form service",
  skip_to_content: "Skip to the content",
  nav_label: "Pages",
  nav_forms: "Forms",
  nav_settings: "Settings",
  account_menu: "Account",
  settings_account: "Account",
  sign_out: "Sign out",

  home_title: "Forms that people and agents make together",
  home_text:
    "Describe a form in your own words, publish it, and read the responses. What you do here in a browser, an agent does over MCP, with a token that you give it and can take back at any time.",
  home_sign_in: "Sign in",
  home_sign_up: "Create an account",
  home_to_forms: "Go to your forms",
  home_agents: "For agents",
  home_agents_text:
    "The endpoint speaks MCP over streamable HTTP and takes a personal access token as Bearer. Make a token under Settings, Integrations.",
  home_endpoint: "Endpoint",

  sign_in_title: "Sign in",
  email_label: "Email address",
  password_label: "Password",
  sign_in_button: "Sign in",
  sign_in_by_link: "Email me a link instead",
  sign_in_wrong: "The address or the password is not right.",
  sign_in_locked: "This account is locked. {contact}",
  sign_in_forgot: "Forgot your password?",
  sign_in_no_account: "No account yet?",
  have_account: "Already have an account?",
  email_wrong: "Enter an email address such as name@example.org.",
  contact_operator: "Ask the people who run this service.",
  contact_at: "Write to {contact}.",

  sign_up_title: "Create an account",
  sign_up_text: "We send you a link. It opens the page where you choose a password.",
  sign_up_button: "Send me the link",
  sign_up_closed_title: "New accounts are made by invitation",
  sign_up_closed_text: "This service makes accounts only for people who are invited. {contact}",

  forgot_title: "Choose a new password",
  forgot_text: "We send you a link that opens a page for it.",
  forgot_button: "Send me the link",

  sent_title: "Check your email",
  sent_text: "If {email} can be used here, a mail is on its way. Open the link in it to go on.",
  sent_hint: "No mail? Look in your spam folder, or try again in a few minutes.",
  sent_dev: "Mails of this service stay on this machine:",
  sent_outbox: "Open the outbox",

  link_gone_title: "This link is no longer valid",
  link_gone_again: "Links work once and for a limited time. Have a new one sent.",
  link_sign_up_title: "Choose a password",
  link_sign_up_text: "Your account will be {email}.",
  link_sign_up_button: "Create the account",
  link_sign_in_title: "Sign in as {email}?",
  link_sign_in_text: "The link works once.",
  link_reset_title: "Choose a new password",
  link_reset_text: "For {email}. All browsers that are signed in will be signed out.",
  link_reset_button: "Save and sign in",
  new_password_label: "New password",
  new_password_hint: {
    one: "At least {count} character. A few words are easier to remember than signs.",
    other: "At least {count} characters. A few words are easier to remember than signs.",
  },
  password_short: {
    one: "Use at least {count} character.",
    other: "Use at least {count} characters.",
  },
  password_long: {
    one: "Use at most {count} character.",
    other: "Use at most {count} characters.",
  },
  password_obvious: "This password is on the list of the most used ones, or is your address. Choose another.",

  foreign_post_title: "This page has expired",
  foreign_post_text:
    "Perhaps you have signed out or in again since it was opened, or it was sent from another site. Nothing was changed. Go back, load the page again and repeat the step.",
  too_many_posts_title: "Too much at once",
  too_many_posts_text:
    "More was sent from your account within a minute than this service takes. Nothing was changed. Go back and repeat the step in a minute.",
  owner_not_found_title: "There is no such page",
  owner_not_found_text: "Check the address, or start from your forms.",

  more: "Show more",

  sessions_title: "Signed-in browsers",
  session_this: "This browser",
  session_unknown: "Unknown browser",
  session_since: "Signed in {since}, last used {used}",
  session_on: "{browser} on {system}",
  session_end: "Sign out",
  session_end_others: "Sign out all other browsers",

  letter_greeting: "Hello,",
  letter_sign_up_subject: "Create your account at {host}",
  letter_sign_up_text: "with this link you choose a password, and your account at {host} is made.",
  letter_sign_up_button: "Choose a password",
  letter_known_subject: "You already have an account at {host}",
  letter_known_text:
    "somebody, most likely you, has asked for a new account at {host} with this address. You have one: this link signs you in.",
  letter_sign_in_subject: "Your link to sign in at {host}",
  letter_sign_in_text: "with this link you sign in at {host}.",
  letter_sign_in_button: "Sign in",
  letter_reset_subject: "Choose a new password for {host}",
  letter_reset_text: "with this link you choose a new password for your account at {host}.",
  letter_reset_button: "Choose a password",
  letter_minutes: {
    one: "The link works for {count} minute, once.",
    other: "The link works for {count} minutes, once.",
  },
  letter_hours: {
    one: "The link works for {count} hour, once.",
    other: "The link works for {count} hours, once.",
  },
  letter_ignore: "If you did not ask for it, ignore this mail: nothing happens without the link.",
} as const;
