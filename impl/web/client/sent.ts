/** The script of the page after a form was sent: this browser keeps its answers no longer. */
import { forgetAnswers } from "./form/kept-answers.ts";

forgetAnswers();
