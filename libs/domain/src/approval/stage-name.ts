import { type Text, render, text } from "@countersign/texts";

/** The name of a stage that asks one more person after another stage. */
export const furtherStage = (stage: string | Text): Text => text("part.furtherStage", { stage });

const FURTHER = render(furtherStage(""));
/** Stages of HR policies have the name of the role that approves. */
const ROLES = ["MANAGER", "HEAD_OF_DEPARTMENT", "HR"] as const;

/** The name of a stage, whose own words are those of its reader; whatever people named it stays as it is. */
export function stageNamed(name: string): string | Text {
  if (name.endsWith(FURTHER)) return furtherStage(stageNamed(name.slice(0, -FURTHER.length)));
  const role = ROLES.find((candidate) => candidate === name);
  return role ? text(`role.${role}`) : name;
}
