import { type DragEvent, type FormEvent, useState } from "react";
import { Button as AriaButton } from "react-aria-components";

import { MoveButtons } from "../company/move-buttons.tsx";
import { moveEntry } from "../company/moved.ts";
import { List, Muted, Stack } from "../design/layout.tsx";
import { Button } from "../design/button.tsx";
import { TextField } from "../design/field.tsx";
import { Icon } from "../design/icon.tsx";
import { Written } from "../design/values.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import { type DraftStage, type WorkflowDraft, faultOf, newStage } from "./workflow-draft.ts";
import styles from "./workflows.module.css";

interface StageListProps {
  draft: WorkflowDraft;
  chosenKey: string | undefined;
  /** How many findings there are at a stage. */
  countOf: (key: string) => number;
  /** A key for a new stage. */
  nextKey: () => string;
  onChoose: (key: string) => void;
  onChange: (stages: readonly DraftStage[]) => void;
}

/** The stages in the order in which they are asked. Dragging and buttons move them. */
export function StageList({
  draft: { stages },
  chosenKey,
  countOf,
  nextKey,
  onChoose,
  onChange,
}: StageListProps) {
  const t = useTranslate();
  const announce = useAnnounce();
  const [draggedPlace, setDraggedPlace] = useState<number>();
  const [target, setTarget] = useState<number>();
  const move = (from: number, to: number) => {
    onChange(moveEntry(stages, from, to));
    announce(t("workflows.moved", { name: stages[from]?.name ?? "", number: to + 1 }));
  };
  const over = (event: DragEvent, index: number) => {
    if (draggedPlace === undefined) return;
    event.preventDefault();
    setTarget(index);
  };
  const end = () => {
    setDraggedPlace(undefined);
    setTarget(undefined);
  };
  const drop = (event: DragEvent, index: number) => {
    event.preventDefault();
    if (draggedPlace !== undefined && draggedPlace !== index) move(draggedPlace, index);
    end();
  };
  return (
    <Stack as="section" gap="small" aria-labelledby="workflow-stages">
      <h2 id="workflow-stages">{t("workflows.stages")}</h2>
      <List look="bare" isOrdered className={styles["stages"]}>
        {stages.map((stage, index) => (
          <li
            key={stage.key}
            draggable
            data-chosen={stage.key === chosenKey || undefined}
            data-target={(target === index && draggedPlace !== index) || undefined}
            data-dragged={draggedPlace === index || undefined}
            data-down={(draggedPlace !== undefined && draggedPlace < index) || undefined}
            className={styles["stage"]}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = "move";
              event.dataTransfer.setData("text/plain", stage.name);
              setDraggedPlace(index);
            }}
            onDragOver={(event) => over(event, index)}
            onDrop={(event) => drop(event, index)}
            onDragEnd={end}
          >
            <span className={styles["grip"]} aria-hidden="true">
              <Icon name="grip" />
            </span>
            <AriaButton
              className={styles["choose"]!}
              {...(stage.key === chosenKey && { "aria-current": "step" as const })}
              onPress={() => onChoose(stage.key)}
            >
              <span className={styles["stageName"]}>
                {index + 1}. <Written>{stage.name || "–"}</Written>
              </span>
              <Summary stage={stage} findings={countOf(stage.key)} />
            </AriaButton>
            <MoveButtons
              name={stage.name}
              index={index}
              count={stages.length}
              onMove={(to) => move(index, to)}
              onRemove={() => onChange(stages.toSpliced(index, 1))}
            />
          </li>
        ))}
      </List>
      <NewStage
        onAdd={(name) => {
          const stage = newStage(nextKey(), name);
          onChange([...stages, stage]);
          onChoose(stage.key);
        }}
      />
    </Stack>
  );
}

function Summary({ stage, findings }: { stage: DraftStage; findings: number }) {
  const t = useTranslate();
  const problems = findings + (faultOf(stage) === undefined ? 0 : 1);
  return (
    <Muted as="span">
      {t(`rule.${stage.approveBy}`)} ·{" "}
      {t("workflows.approverCount", { count: stage.approvers.length + (stage.sources?.length ?? 0) })}
      {problems === 0 ? null : (
        <span className={styles["warning"]}>
          {" · "}
          {t("workflows.findingCount", { count: problems })}
        </span>
      )}
    </Muted>
  );
}

function NewStage({ onAdd }: { onAdd: (name: string) => void }) {
  const t = useTranslate();
  const [name, setName] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return;
    onAdd(name.trim());
    setName("");
  };
  return (
    <form onSubmit={submit} className={styles["new"]}>
      <TextField label={t("workflows.addStage")} value={name} onChange={setName} maxLength={200} />
      <Button type="submit" isDisabled={name.trim() === ""}>
        {t("company.add")}
      </Button>
    </form>
  );
}
