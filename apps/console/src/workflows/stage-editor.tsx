import { useState } from "react";
import { useClient } from "urql";

import { Button } from "../design/button.tsx";
import { Select } from "../design/field.tsx";
import { Icon } from "../design/icon.tsx";
import { Person } from "../design/person.tsx";
import { Written } from "../design/values.tsx";
import {
  CreateApproverDocument,
  DeleteApproverDocument,
  DeleteStageDocument,
  UpdateStageDocument,
  type WorkflowDetailQuery,
} from "../graphql/generated/documents.ts";
import { useTranslate } from "../messages/i18n.ts";
import { PersonPicker } from "../people/person-picker.tsx";
import { nextOrder } from "./next-order.ts";
import type { Outcome } from "./workflow-page.tsx";
import styles from "./workflows.module.css";

const RULES = ["ANY", "ALL"] as const;

type Stage = NonNullable<WorkflowDetailQuery["findWorkflow"]>["stages"][number];

interface StageEditorProps {
  /** All stages, in their order. */
  stages: readonly Stage[];
  /** The one to edit. */
  index: number;
  workflowId: string;
  approvers: WorkflowDetailQuery["workflowApproverPage"]["data"];
  onChange: (work: PromiseLike<Outcome>) => Promise<void>;
}

/** One stage: its place among the others, its rule and its approvers. */
export function StageEditor({ stages, index, workflowId, approvers, onChange }: StageEditorProps) {
  const t = useTranslate();
  const client = useClient();
  const [adding, setAdding] = useState(false);
  const { _id: id, name: given, approveBy } = stages[index]!;
  const name = given ?? "–";
  const orders = stages.map(({ order }) => order);
  const move = (step: 1 | -1) => {
    const order = nextOrder(orders, index, step);
    if (order !== undefined) void onChange(client.mutation(UpdateStageDocument, { id, input: { order } }));
  };
  const add = (approverId: string) => {
    setAdding(false);
    void onChange(
      client.mutation(CreateApproverDocument, { input: { stageId: id, workflowId, approverId } }),
    );
  };
  const rules = RULES.map((value) => ({ value, label: t(`workflows.${value}`) }));
  const rule = RULES.find((one) => one === approveBy);
  return (
    <li className={styles["stage"]}>
      <div className={styles["stageHead"]}>
        <h2>
          {index + 1}. <Written>{name}</Written>
        </h2>
        <div className={styles["row"]}>
          <Button
            look="quiet"
            aria-label={t("workflows.up", { name })}
            isDisabled={index === 0}
            onPress={() => move(-1)}
          >
            <Icon name="up" />
          </Button>
          <Button
            look="quiet"
            aria-label={t("workflows.down", { name })}
            isDisabled={index === stages.length - 1}
            onPress={() => move(1)}
          >
            <Icon name="down" />
          </Button>
          <Button
            look="quiet"
            aria-label={t("workflows.remove", { name })}
            onPress={() => void onChange(client.mutation(DeleteStageDocument, { id }))}
          >
            <Icon name="bin" />
          </Button>
        </div>
      </div>
      {rule === undefined ? (
        <p className={styles["about"]}>
          {t("workflows.rule")}: {approveBy}
        </p>
      ) : (
        <Select
          label={t("workflows.rule")}
          options={rules}
          value={rule}
          onChange={(next) =>
            void onChange(client.mutation(UpdateStageDocument, { id, input: { approveBy: next } }))
          }
        />
      )}
      <h3>{t("workflows.approvers")}</h3>
      {approvers.length === 0 ? <p className={styles["warning"]}>{t("workflows.noApprovers")}</p> : null}
      <ul className={styles["approvers"]}>
        {approvers.map(({ _id, approver, approverId }) => (
          <li key={_id} className={styles["approver"]}>
            <Person name={approver?.name ?? approverId} />
            <Button
              look="quiet"
              aria-label={t("workflows.remove", { name: approver?.name ?? approverId })}
              onPress={() => void onChange(client.mutation(DeleteApproverDocument, { id: _id }))}
            >
              <Icon name="bin" size={16} />
            </Button>
          </li>
        ))}
      </ul>
      {adding ? (
        <PersonPicker
          label={t("workflows.addApprover")}
          value={undefined}
          onChange={(person) => person && add(person._id)}
          without={approvers.map(({ approverId }) => approverId)}
        />
      ) : (
        <div>
          <Button onPress={() => setAdding(true)}>
            <Icon name="plus" size={16} />
            {t("workflows.addApprover")}
          </Button>
        </div>
      )}
    </li>
  );
}
