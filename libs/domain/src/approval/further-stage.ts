import { type Text, render, text } from "@countersign/texts";

/** The name of a stage that asks one more person after another stage. */
export const furtherStage = (stage: string): Text => text("part.furtherStage", { stage });

/** Its end. */
export const FURTHER = render(furtherStage(""));
