export { cutText, shortenText } from "./cut-text.ts";
export { labelProblem } from "./label-problem.ts";
export { programName } from "./program-name.ts";
export { escapeHidden, shownOnOneLine } from "./escape-hidden.ts";
