import { useState } from "react";

import { Muted, Row } from "../design/layout.tsx";
import { Button } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { Written } from "../design/values.tsx";
import { type Translate, useTranslate } from "../messages/i18n.ts";
import type { Editor } from "./use-editor.ts";
import type { StageValue, WorkflowChange } from "./workflow-changes.ts";
import styles from "./workflows.module.css";

/** The unsaved changes: their number, their list, and the buttons to save or to discard them. */
export function ChangesBar({ editor, onSave }: { editor: Editor; onSave: () => void }) {
  const t = useTranslate();
  const [isOpen, setIsOpen] = useState(false);
  const { changes, isOutdated, isFaulty, isSaving, discard } = editor;
  const isShown = isOpen || isOutdated;
  return (
    <section className={styles["bar"]} aria-label={t("workflows.unsaved")}>
      {isOutdated ? (
        <Muted role="alert" tone="warn">
          {t("workflows.outdated")}
        </Muted>
      ) : null}
      {isShown ? (
        <ul className={styles["changes"]} aria-label={t("workflows.changes")}>
          {changes.map((change) => {
            const { about, before, after } = textOf(t, change);
            return (
              <li key={`${about} ${before ?? ""} ${after ?? ""}`} data-type={change.type}>
                <Written>{about}</Written>
                {before === undefined ? null : <del>{before || "–"}</del>}
                {after === undefined ? null : <ins>{after || "–"}</ins>}
              </li>
            );
          })}
        </ul>
      ) : null}
      {isShown ? (
        // At another place than the button that listed the changes.
        <div>
          <Button look="primary" busy={isSaving} isDisabled={isFaulty} onPress={onSave}>
            {t("workflows.saveChanges", { count: changes.length })}
          </Button>
        </div>
      ) : null}
      {isFaulty ? <Muted tone="bad">{t("workflows.faulty")}</Muted> : null}
      <Row>
        <span className={styles["count"]}>
          <Icon name="clock" size={16} />
          {t("workflows.changeCount", { count: changes.length })}
        </span>
        {isShown ? null : (
          <Button look="primary" onPress={() => setIsOpen(true)}>
            {t("workflows.review")}
          </Button>
        )}
        <Button look="quiet" isDisabled={isSaving} onPress={discard}>
          {t("company.discard")}
        </Button>
      </Row>
    </section>
  );
}

interface ChangeText {
  about: string;
  before?: string;
  after?: string;
}

function textOf(t: Translate, change: WorkflowChange): ChangeText {
  if (change.type === "workflow") {
    const isStatus = change.field === "status";
    const valueOf = (text: string) => (isStatus ? statusText(t, text) : text);
    const { before, after } = change;
    return { about: t(`workflows.${change.field}`), before: valueOf(before), after: valueOf(after) };
  }
  const { stage } = change;
  const values = { name: stage.name };
  switch (change.type) {
    case "added":
    case "removed":
      return { about: t(`workflows.change.${change.type}`, values) };
    case "moved": {
      const place = (number: number) => t("workflows.place", { number: number + 1 });
      return { about: values.name, before: place(change.from), after: place(change.to) };
    }
    case "stage": {
      const { field, before, after } = change;
      const label = t(field === "name" ? "workflows.stageName" : `workflows.field.${field}`);
      const valueOf = (value: StageValue) => valueText(t, value);
      return { about: `${stage.name}: ${label}`, before: valueOf(before), after: valueOf(after) };
    }
    case "approverAdded":
    case "approverRemoved":
      return {
        about: t(`workflows.change.${change.type}`, { ...values, approver: change.approver.name }),
      };
    default: {
      const about = `${stage.name}: ${t("workflows.groupsOf", { name: change.approver.name })}`;
      return { about, before: change.before.join(", "), after: change.approver.groups.join(", ") };
    }
  }
}

const STATUSES = ["DRAFT", "IN_PROGRESS", "COMPLETED", "CANCELLED"] as const;

function statusText(t: Translate, value: string): string {
  const status = STATUSES.find((candidate) => candidate === value);
  return status ? t(`workflows.${status}`) : value;
}

const CHOICES = ["ANY", "ALL", "COUNT", "PERCENT", "PER_GROUP", "VETO", "UNREACHABLE"] as const;

function valueText(t: Translate, value: StageValue): string {
  if (typeof value === "boolean") return t(value ? "value.yes" : "value.no");
  const choice = CHOICES.find((candidate) => candidate === value);
  return choice ? t(`rule.${choice}`) : String(value ?? "");
}
