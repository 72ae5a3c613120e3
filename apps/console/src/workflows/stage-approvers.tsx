import { useState } from "react";

import { LabelsField } from "../company/labels-field.tsx";
import { List, Muted, Stack } from "../design/layout.tsx";
import { Button } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { Person } from "../design/person.tsx";
import { RemoveButton } from "../frame/remove-button.tsx";
import { useOpenForm } from "../frame/use-open-form.ts";
import { useTranslate } from "../messages/i18n.ts";
import { PersonPicker } from "../people/person-picker.tsx";
import type { DraftApprover, DraftStage } from "./workflow-draft.ts";
import styles from "./workflows.module.css";

interface StageApproversProps {
  stage: DraftStage;
  error: string | undefined;
  onChange: (fields: Partial<DraftStage>) => void;
}

/** The approvers of a stage, with their groups. */
export function StageApprovers({ stage, error, onChange }: StageApproversProps) {
  const { approvers, sources = [], approveBy } = stage;
  const t = useTranslate();
  const { isOpen, open, close, place, isBack } = useOpenForm();
  return (
    <Stack role="group" aria-labelledby="stage-approvers">
      <h3 id="stage-approvers">{t("workflows.approvers")}</h3>
      {error === undefined ? null : <Muted tone="bad">{error}</Muted>}
      {approvers.length + sources.length === 0 ? (
        <Muted tone="warn">{t("workflows.noApprovers")}</Muted>
      ) : null}
      {sources.length === 0 ? null : <Muted>{t("workflows.sources", { count: sources.length })}</Muted>}
      <List look="bare">
        {approvers.map((approver, index) => (
          <Approver
            key={approver.approverId}
            approver={approver}
            isGrouped={approveBy === "PER_GROUP"}
            onChange={(groups) => onChange({ approvers: approvers.with(index, { ...approver, groups }) })}
            onRemove={() => onChange({ approvers: approvers.toSpliced(index, 1) })}
          />
        ))}
      </List>
      {isOpen ? (
        <div ref={place}>
          <PersonPicker
            label={t("workflows.addApprover")}
            value={undefined}
            onChange={(person) => {
              close();
              if (person === undefined) return;
              const addedApprover = { approverId: person._id, name: person.name ?? person._id, groups: [] };
              onChange({ approvers: [...approvers, addedApprover] });
            }}
            without={approvers.map(({ approverId }) => approverId)}
          />
        </div>
      ) : (
        <div>
          <Button onPress={open} autoFocus={isBack}>
            <Icon name="plus" size={16} />
            {t("workflows.addApprover")}
          </Button>
        </div>
      )}
    </Stack>
  );
}

interface ApproverProps {
  approver: DraftApprover;
  /** Whether the stage's rule counts groups. */
  isGrouped: boolean;
  onChange: (groups: readonly string[]) => void;
  onRemove: () => void;
}

function Approver({ approver: { name, groups }, isGrouped, onChange, onRemove }: ApproverProps) {
  const t = useTranslate();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li className={styles["approver"]}>
      <div className={styles["approverHead"]}>
        <Person name={name} />
        <span className={styles["commands"]}>
          {isGrouped || groups.length > 0 || isOpen ? null : (
            <Button
              look="quiet"
              aria-label={t("workflows.groupsOf", { name })}
              onPress={() => setIsOpen(true)}
            >
              {t("workflows.groups")}
            </Button>
          )}
          <RemoveButton label={t("company.remove", { name })} onPress={onRemove} />
        </span>
      </div>
      {isGrouped || groups.length > 0 || isOpen ? (
        <LabelsField label={t("workflows.groupsOf", { name })} labels={groups} onChange={onChange} />
      ) : null}
    </li>
  );
}
