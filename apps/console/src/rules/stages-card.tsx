import { useState } from "react";

import { LabelsField } from "../company/labels-field.tsx";
import { MoveButtons } from "../company/move-buttons.tsx";
import { Select, TextField } from "../design/field.tsx";
import { Card, List, Muted, Stack } from "../design/layout.tsx";
import { Menu } from "../design/menu.tsx";
import { Switch } from "../design/switch.tsx";
import { RemoveButton } from "../frame/remove-button.tsx";
import { useFormats, useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import { ASKED, ASKED_NAMES, AskedField, newAsked } from "./asked-field.tsx";
import { NeededField } from "./needed-field.tsx";
import { neededOf } from "./needed.ts";
import type { Approver, RuleStage } from "./rule.ts";
import { type DraftAction, type DraftStage, freshId } from "./rule-draft.ts";
import styles from "./rules.module.css";
import { askedText, stageName } from "./sentence.ts";
import { TimeSection } from "./time-fields.tsx";

interface StagesCardProps {
  stages: readonly DraftStage[];
  onAction: (action: DraftAction) => void;
  errorOf: (field: string) => string | undefined;
}

/** The stages of a rule, one after the other. */
export function StagesCard({ stages, onAction, errorOf }: StagesCardProps) {
  const t = useTranslate();
  const announce = useAnnounce();
  const [addedId, setAddedId] = useState<string>();
  const nameOf = (index: number) =>
    t("rules.stage.numbered", { number: index + 1, name: stageName(t, stages[index]!) });
  const move = (index: number, to: number) => {
    onAction({ type: "moveStage", index, to });
    announce(t("workflows.moved", { name: stageName(t, stages[index]!), number: to + 1 }));
  };
  const items = ASKED.filter((by) => by !== "previous" || stages.length > 0);
  return (
    <Card aria-labelledby="rule-stages">
      <h2 id="rule-stages">{t("rules.ask")}</h2>
      {stages.length === 0 ? (
        <Muted tone={errorOf("stages") === undefined ? "muted" : "bad"}>{t("rules.noStages")}</Muted>
      ) : null}
      <List look="bare" isOrdered className={styles["stages"]}>
        {stages.map((stage, index) => (
          <li key={stage.id}>
            <div className={styles["stage"]} role="group" aria-label={nameOf(index)}>
              <span className={styles["number"]} aria-hidden="true">
                {index + 1}
              </span>
              <StageFields
                stage={stage}
                index={index}
                isNew={stage.id === addedId}
                onAction={onAction}
                errorOf={(field) => errorOf(`stages.${index}.${field}`)}
              />
              <MoveButtons
                name={nameOf(index)}
                index={index}
                count={stages.length}
                onMove={(to) => move(index, to)}
                onRemove={() => onAction({ type: "removeStage", index })}
              />
            </div>
          </li>
        ))}
      </List>
      <div>
        <Menu
          label={t("rules.addStage")}
          placement="bottom start"
          items={items.map((by) => ({
            id: by,
            label: t(ASKED_NAMES[by]),
            onAction: () => {
              setAddedId(freshId(stages));
              onAction({ type: "addStage", asked: newAsked(by) });
            },
          }))}
        />
      </div>
    </Card>
  );
}

interface StageFieldsProps {
  stage: RuleStage;
  index: number;
  isNew: boolean;
  onAction: (action: DraftAction) => void;
  errorOf: (field: string) => string | undefined;
}

function StageFields({ stage, index, isNew, onAction, errorOf }: StageFieldsProps) {
  const t = useTranslate();
  const [addedCount, setAddedCount] = useState(0);
  const { approvers } = stage;
  const change = (fields: Partial<RuleStage>) => onAction({ type: "stage", index, change: fields });
  const approverFault = errorOf("approvers");
  return (
    <Stack gap="small">
      <div className={styles["fields"]}>
        <Stack gap="small" className={styles["who"]}>
          {approvers.map((approver, place) => (
            <OneAsked
              // Their places are all that tells them apart.
              // oxlint-disable-next-line react/no-array-index-key
              key={place}
              approver={approver}
              isNew={isNew || (addedCount > 0 && place === approvers.length - 1)}
              hasLabels={neededOf(stage) === "PER_GROUP"}
              isAlone={approvers.length === 1}
              error={errorOf(`approvers.${place}`)}
              onChange={(next) => onAction({ type: "approver", index, place, change: next })}
              onRemove={() => onAction({ type: "removeApprover", index, place })}
            />
          ))}
          {approvers.length === 0 && approverFault !== undefined ? (
            <Muted tone="bad">{approverFault}</Muted>
          ) : null}
        </Stack>
        <div className={styles["needed"]}>
          <NeededField stage={stage} onChange={change} error={errorOf("quorum")} />
        </div>
      </div>
      <TimeSection time={stage.time} onChange={(time) => change({ time })} errorOf={errorOf} />
      <details className={styles["more"]}>
        <summary>{t("rules.more")}</summary>
        <Stack>
          <div>
            <Menu
              label={t("rules.alsoAsk")}
              placement="bottom start"
              items={ASKED.map((by) => ({
                id: by,
                label: t(ASKED_NAMES[by]),
                onAction: () => {
                  setAddedCount(addedCount + 1);
                  onAction({ type: "addApprover", index, asked: newAsked(by) });
                },
              }))}
            />
          </div>
          <TextField
            label={t("workflows.stageName")}
            value={stage.name}
            onChange={(name) => change({ name })}
            placeholder={stageName(t, { ...stage, name: "" })}
            description={t("rules.stageName.about")}
            maxLength={200}
            error={errorOf("name")}
          />
          <Select
            label={t("rule.rejectBy")}
            options={(["VETO", "UNREACHABLE"] as const).map((value) => ({
              value,
              label: t(`rule.${value}`),
            }))}
            value={stage.rejectBy}
            onChange={(rejectBy) => change({ rejectBy })}
            description={t(`rule.${stage.rejectBy}.about`)}
            error={errorOf("rejectBy")}
          />
          <Switch
            label={t("rule.bulk")}
            description={t("rule.bulk.about")}
            isSelected={stage.bulk}
            onChange={(bulk) => change({ bulk })}
          />
          <TextField
            label={t("rules.stageCondition")}
            description={t("rules.stageCondition.about")}
            value={stage.when}
            onChange={(when) => change({ when })}
            rows={2}
            maxLength={500}
            error={errorOf("when")}
          />
        </Stack>
      </details>
    </Stack>
  );
}

interface OneAskedProps {
  approver: Approver;
  isNew: boolean;
  hasLabels: boolean;
  isAlone: boolean;
  error: string | undefined;
  onChange: (change: Partial<Approver>) => void;
  onRemove: () => void;
}

function OneAsked({ approver, isNew, hasLabels, isAlone, error, onChange, onRemove }: OneAskedProps) {
  const t = useTranslate();
  const locale = useFormats();
  const { asked, labels } = approver;
  const name = askedText(t, asked).toLocaleLowerCase(locale);
  return (
    <div className={styles["asked"]}>
      <Stack gap="small">
        <AskedField
          asked={asked}
          onChange={(next) => onChange({ asked: next })}
          error={error}
          isNew={isNew}
        />
        {hasLabels || labels.length > 0 ? (
          <LabelsField
            label={t("workflows.groupsOf", { name })}
            labels={labels}
            onChange={(next) => onChange({ labels: next })}
          />
        ) : null}
      </Stack>
      {isAlone ? null : (
        <RemoveButton label={t("company.remove", { name })} onPress={onRemove} icon="cross" />
      )}
    </div>
  );
}
