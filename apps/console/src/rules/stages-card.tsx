import { useState } from "react";

import { LabelsField } from "../company/labels-field.tsx";
import { MoveButtons } from "../company/move-buttons.tsx";
import { Select, TextField } from "../design/field.tsx";
import { Card, List, Muted, Stack } from "../design/layout.tsx";
import { Menu } from "../design/menu.tsx";
import { Switch } from "../design/switch.tsx";
import { Written } from "../design/values.tsx";
import { RemoveButton } from "../frame/remove-button.tsx";
import { type Translate, useFormats, useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import { ASKED, ASKED_NAMES, AskedField, newAsked } from "./asked-field.tsx";
import { useDirectory } from "./directory.ts";
import { Fold } from "./fold.tsx";
import { NeededField } from "./needed-field.tsx";
import { neededOf } from "./needed.ts";
import type { Approver, Asked, RuleStage } from "./rule.ts";
import { type DraftAction, type DraftStage, freshId } from "./rule-draft.ts";
import styles from "./rules.module.css";
import { askedText, stageName } from "./sentence.ts";
import { TimeFields } from "./time-fields.tsx";

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
  const { roles } = useDirectory();
  const firstAsked = ASKED.filter((by) => by !== "previous" || stages.length > 0);
  const choices = roles
    ? roles.map((role): [string, Asked] => [t(`role.${role}`), { by: "role", role }])
    : firstAsked.map((by): [string, Asked] => [t(ASKED_NAMES[by]), newAsked(by)]);
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
      {stages.length === 0 ? null : <Muted>{t("rules.time.about")}</Muted>}
      {choices.length === 0 ? null : (
        <div>
          <Menu
            label={t("rules.addStage")}
            placement="bottom start"
            items={choices.map(([label, newApprover]) => ({
              id: label,
              label,
              onAction: () => {
                setAddedId(freshId(stages));
                onAction({ type: "addStage", asked: newApprover });
              },
            }))}
          />
        </div>
      )}
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
  const [addedCount, setAddedCount] = useState(0);
  const { approvers } = stage;
  const place = `stages.${index}`;
  const change = (fields: Partial<RuleStage>) => onAction({ type: "stage", index, change: fields });
  const approverFault = errorOf("approvers");
  return (
    <Stack>
      <div className={styles["fields"]}>
        <Stack gap="small" className={styles["who"]} data-place={`${place}.approvers`}>
          {approvers.map((approver, at) => (
            <OneAsked
              // Their places are all that tells them apart.
              // oxlint-disable-next-line react/no-array-index-key
              key={at}
              approver={approver}
              isNew={isNew || (addedCount > 0 && at === approvers.length - 1)}
              hasLabels={neededOf(stage) === "PER_GROUP" && approver.asked.by !== "role"}
              isFixed={approvers.length === 1 || approver.asked.by === "role"}
              error={errorOf(`approvers.${at}`)}
              labelError={labelErrorOf(errorOf, at)}
              onChange={(next) => onAction({ type: "approver", index, place: at, change: next })}
              onRemove={() => onAction({ type: "removeApprover", index, place: at })}
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
      <TimeFields time={stage.time} place={place} onChange={(time) => change({ time })} errorOf={errorOf} />
      <MoreFields
        stage={stage}
        place={place}
        onChange={change}
        onAlsoAsk={(newApprover) => {
          setAddedCount(addedCount + 1);
          onAction({ type: "addApprover", index, asked: newApprover });
        }}
        errorOf={errorOf}
      />
    </Stack>
  );
}

interface MoreFieldsProps {
  stage: RuleStage;
  place: string;
  onChange: (fields: Partial<RuleStage>) => void;
  onAlsoAsk: (newApprover: Asked) => void;
  errorOf: (field: string) => string | undefined;
}

/** The settings of a stage beside who is asked and when, said in its summary and set behind it. */
function MoreFields({ stage, place, onChange, onAlsoAsk, errorOf }: MoreFieldsProps) {
  const t = useTranslate();
  // A level of a policy has a role in place of a name, and no condition.
  const isLevel = useDirectory().roles !== undefined;
  const hasError =
    ["name", "rejectBy", "when"].some((field) => errorOf(field) !== undefined) ||
    stage.approvers.some((_, at) => labelErrorOf(errorOf, at) !== undefined);
  return (
    <Fold
      summary={
        <>
          {t("rules.more")}: <Written>{moreText(t, stage)}</Written>
        </>
      }
      hasError={hasError}
    >
      <div className={styles["times"]}>
        <div>
          <Menu
            label={t("rules.alsoAsk")}
            placement="bottom start"
            items={ASKED.map((by) => ({
              id: by,
              label: t(ASKED_NAMES[by]),
              onAction: () => onAlsoAsk(newAsked(by)),
            }))}
          />
        </div>
        <Select
          label={t("rule.rejectBy")}
          options={(["VETO", "UNREACHABLE"] as const).map((value) => ({ value, label: t(`rule.${value}`) }))}
          value={stage.rejectBy}
          onChange={(rejectBy) => onChange({ rejectBy })}
          description={t(`rule.${stage.rejectBy}.about`)}
          error={errorOf("rejectBy")}
        />
        <Switch
          label={t("rule.bulk")}
          description={t("rule.bulk.about")}
          isSelected={stage.bulk}
          onChange={(bulk) => onChange({ bulk })}
        />
        {isLevel ? null : (
          <>
            <TextField
              label={t("workflows.stageName")}
              value={stage.name}
              onChange={(name) => onChange({ name })}
              placeholder={stageName(t, { ...stage, name: "" })}
              description={t("rules.stageName.about")}
              maxLength={200}
              error={errorOf("name")}
            />
            <div data-place={`${place}.when`}>
              <TextField
                label={t("rules.stageCondition")}
                description={t("rules.stageCondition.about")}
                value={stage.when}
                onChange={(when) => onChange({ when })}
                rows={2}
                maxLength={500}
                error={errorOf("when")}
              />
            </div>
          </>
        )}
        {neededOf(stage) === "PER_GROUP"
          ? null
          : stage.approvers.map((approver, at) =>
              approver.asked.by === "role" ? null : (
                <LabelsField
                  // oxlint-disable-next-line react/no-array-index-key
                  key={at}
                  label={labelsText(t, approver)}
                  labels={approver.labels}
                  onChange={(labels) =>
                    onChange({ approvers: stage.approvers.with(at, { ...approver, labels }) })
                  }
                  error={labelErrorOf(errorOf, at)}
                />
              ),
            )}
      </div>
    </Fold>
  );
}

/** The settings of a stage that are seldom changed, in a few words. */
function moreText(t: Translate, { rejectBy, bulk, when, approvers }: RuleStage): string {
  const labels = approvers.flatMap((approver) => approver.labels);
  return [
    t(rejectBy === "VETO" ? "rules.rejectionEnds" : "rules.rejectionCounts"),
    t(bulk ? "rules.inBulk" : "rules.oneByOne"),
    when.trim() === "" ? "" : t("rules.onlyIf", { when }),
    [...new Set(labels)].join(", "),
  ]
    .filter((text) => text !== "")
    .join(" · ");
}

/** The refusal of one of somebody's labels. */
const labelErrorOf = (errorOf: StageFieldsProps["errorOf"], at: number): string | undefined =>
  errorOf(`approvers.${at}.groups`);

const labelsText = (t: Translate, { asked }: Approver): string =>
  t("workflows.groupsOf", { name: askedText(t, asked) });

interface OneAskedProps {
  approver: Approver;
  isNew: boolean;
  hasLabels: boolean;
  /** Whether the stage cannot be without it. */
  isFixed: boolean;
  error: string | undefined;
  labelError: string | undefined;
  onChange: (change: Partial<Approver>) => void;
  onRemove: () => void;
}

function OneAsked({ approver, isNew, hasLabels, isFixed, onChange, onRemove, ...errors }: OneAskedProps) {
  const t = useTranslate();
  const locale = useFormats();
  const { asked, labels } = approver;
  const { error, labelError } = errors;
  const name = askedText(t, asked).toLocaleLowerCase(locale);
  return (
    <div className={styles["asked"]}>
      <Stack gap="small">
        <AskedField
          asked={asked}
          onChange={(next) => onChange({ asked: next })}
          error={labelError === undefined ? error : undefined}
          isNew={isNew}
        />
        {hasLabels ? (
          <LabelsField
            label={labelsText(t, approver)}
            labels={labels}
            onChange={(next) => onChange({ labels: next })}
            error={labelError}
          />
        ) : null}
      </Stack>
      {isFixed ? null : (
        <RemoveButton label={t("company.remove", { name })} onPress={onRemove} icon="cross" />
      )}
    </div>
  );
}
