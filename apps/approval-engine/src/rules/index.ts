export { changedRules } from "./changed-rules.ts";
export { createNoteChange } from "./reckon-note.ts";
export { rulesChange } from "./inputs.ts";
export { type StartingDocument, judgedDocuments } from "./judged-document.ts";
export { isOrderKind } from "./rule-kinds.ts";
export { workflowsByRule } from "./workflows-by-rule.ts";
