/** The script of the page after a form was sent: deletes the answers that the browser has kept. */
import { forgetAnswers } from "./form/kept-answers.ts";

forgetAnswers();
