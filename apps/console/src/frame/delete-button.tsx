import { useState } from "react";

import { Button } from "../design/button.tsx";
import { Row } from "../design/layout.tsx";
import { useDeliberate } from "../design/use-deliberate.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useFocusReturn } from "./use-focus-return.ts";

interface DeleteButtonProps {
  /** The label of the first button, such as `Delete …`. */
  label: string;
  /** The question that the reader confirms. */
  question: string;
  /** The label of the button that confirms. */
  confirm: string;
  busy?: boolean;
  onConfirm: () => void;
}

/** Does what cannot be taken back at the second press. */
export function DeleteButton({ label, ...dialogProps }: DeleteButtonProps) {
  const [state, setState] = useState<"idle" | "asking" | "left">("idle");
  if (state === "asking") return <Question {...dialogProps} onCancel={() => setState("left")} />;
  return (
    <Button onPress={() => setState("asking")} autoFocus={state === "left"}>
      {label}
    </Button>
  );
}

type QuestionProps = Omit<DeleteButtonProps, "label"> & { onCancel: () => void };

/** The button that confirms stands between question and `Cancel`, of which one takes the place of the first press. */
function Question({ question, confirm, busy = false, onConfirm, onCancel }: QuestionProps) {
  const t = useTranslate();
  const deliberate = useDeliberate();
  const id = useFocusReturn();
  return (
    <Row id={id} role="group" aria-label={question} {...deliberate}>
      <span>{question}</span>
      <Button look="bad" busy={busy} onPress={onConfirm}>
        {confirm}
      </Button>
      <Button autoFocus onPress={onCancel}>
        {t("action.cancel")}
      </Button>
    </Row>
  );
}
