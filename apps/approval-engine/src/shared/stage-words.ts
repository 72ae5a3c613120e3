import { stageNamed } from "@countersign/domain/approval";
import { type Text, text } from "@countersign/texts";

/** The name of a stage as people read it, that of a role too. */
export const stageWords = (name: string): string | Text =>
  stageNamed(name, (role) => text(`audit.role.${role}`));
