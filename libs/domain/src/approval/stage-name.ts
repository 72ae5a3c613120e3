import { type Text, render, text } from "@countersign/texts";

/** The name of a stage that asks one more person after another stage. */
export const furtherStage = (stage: string | Text): Text => text("part.furtherStage", { stage });

/** The names of stages that an agent's request has of itself, as they are stored. */
export const AGENT_STAGES = {
  namedByAgent: render(text("stage.namedByAgent")),
  rejectedBefore: render(text("stage.rejectedBefore")),
} as const;

/** The names that stages have when nobody names them: an agent's, and those that the console names after whom they ask. */
const UNNAMED_STAGES = new Map(
  (
    ["stage.namedByAgent", "stage.rejectedBefore", "stage.manager", "stage.head", "stage.previous"] as const
  ).map((code) => [render(text(code)), text(code)]),
);
const [BEFORE_FIELD = "", AFTER_FIELD = ""] = render(text("stage.field", { field: "|" })).split("|");

const FURTHER = render(furtherStage(""));
/** Stages of HR policies have the name of the role that approves. */
const ROLES = ["MANAGER", "HEAD_OF_DEPARTMENT", "HR"] as const;

type Role = (typeof ROLES)[number];

/**
 * The name of a stage, whose own words are those of its reader; whatever people named it stays as it is.
 *
 * @param roleText - the words of a role; default those of the specification
 */
export function stageNamed(
  name: string,
  roleText: (role: Role) => Text = (role) => text(`role.${role}`),
): string | Text {
  if (name.endsWith(FURTHER)) return furtherStage(stageNamed(name.slice(0, -FURTHER.length), roleText));
  if (name.startsWith(BEFORE_FIELD) && name.endsWith(AFTER_FIELD)) {
    return text("stage.field", { field: name.slice(BEFORE_FIELD.length, -AFTER_FIELD.length) });
  }
  const role = ROLES.find((candidate) => candidate === name);
  return role ? roleText(role) : (UNNAMED_STAGES.get(name) ?? name);
}
