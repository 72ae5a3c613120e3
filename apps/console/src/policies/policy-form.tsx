import type { FormEvent } from "react";
import { useClient } from "urql";

import company from "../company/company.module.css";
import { DeleteButton } from "../company/delete-button.tsx";
import { MoveButtons } from "../company/move-buttons.tsx";
import { moved } from "../company/moved.ts";
import { type Refusal, messageAt } from "../company/refusal.ts";
import { RuleFields, type StageRule, quorumToSend } from "../company/rule-fields.tsx";
import { useSaving } from "../company/use-saving.ts";
import { Button } from "../design/button.tsx";
import { Select } from "../design/field.tsx";
import { Icon } from "../design/icon.tsx";
import { Failure } from "../design/notice.tsx";
import { stageText } from "../document/kind.ts";
import {
  CreatePolicyDocument,
  DeletePolicyDocument,
  type HrApprovalKind,
  type HrApprovalRole,
  type PoliciesQuery,
  UpdatePolicyDocument,
} from "../graphql/generated/documents.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useKept } from "../shell/kept.ts";
import { hrKindText } from "./hr-kind.ts";

export type Policy = PoliciesQuery["hrApprovalPolicyPage"]["data"][number];

const ROLES: readonly HrApprovalRole[] = ["MANAGER", "HEAD_OF_DEPARTMENT", "HR"];
/** A level has one approver: rules of groups say nothing there. */
const RULES = ["ANY", "ALL", "COUNT", "PERCENT"] as const;

interface Level extends StageRule {
  role: HrApprovalRole;
}

const newLevel = (role: HrApprovalRole): Level => ({
  role,
  approveBy: "ANY",
  quorum: null,
  rejectBy: "VETO",
  bulk: true,
});

const levelsOf = (policy: Policy | undefined): readonly Level[] =>
  (policy?.levels ?? [])
    .toSorted((left, right) => left.order - right.order)
    .map(({ order: _order, ...level }) => level);

interface PolicyFormProps {
  kind: HrApprovalKind;
  /** Absent where the company has none of the kind. */
  policy: Policy | undefined;
  onClose: () => void;
  onSaved: () => void;
}

/** The levels of a policy, saved together. */
export function PolicyForm({ kind, policy, onClose, onSaved }: PolicyFormProps) {
  const t = useTranslate();
  const client = useClient();
  const [kept, keep] = useKept<readonly Level[]>(`policy.${kind}`);
  const { isBusy, refusal, refuse, save } = useSaving();
  const levels = kept ?? levelsOf(policy);
  const change = (next: readonly Level[]) => {
    refuse(undefined);
    keep(next);
  };
  const carryOut = async (work: Parameters<typeof save>[0]) => {
    if (!(await save(work))) return;
    keep(undefined);
    onSaved();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const unread = levels.findIndex(({ quorum }) => quorumToSend(quorum) === undefined);
    if (unread !== -1) {
      refuse({ field: `levels.${unread}.quorum`, message: t("workflows.quorumMissing") });
      return;
    }
    const input = {
      levels: levels.map((level, index) => ({
        ...level,
        quorum: quorumToSend(level.quorum) ?? null,
        order: index + 1,
      })),
    };
    void carryOut(
      policy === undefined
        ? client.mutation(CreatePolicyDocument, { input: { kind, ...input } })
        : client.mutation(UpdatePolicyDocument, { id: policy._id, input }),
    );
  };
  const unused = ROLES.filter((role) => !levels.some((level) => level.role === role));
  const isAtLevel = levels.some((_, index) => messageAt(refusal, `levels.${index}`) !== undefined);
  return (
    <form onSubmit={submit} className={company["list"]} aria-label={hrKindText(t, kind)}>
      {refusal === undefined || isAtLevel ? null : <Failure>{refusal.message}</Failure>}
      <ol className={company["list"]}>
        {levels.map((level, index) => (
          <LevelFields
            key={level.role}
            level={level}
            index={index}
            count={levels.length}
            others={unused}
            refusal={refusal}
            onChange={(next) => change(levels.with(index, next))}
            onMove={(to) => change(moved(levels, index, to))}
            onRemove={() => change(levels.toSpliced(index, 1))}
          />
        ))}
      </ol>
      {unused[0] === undefined ? null : (
        <div>
          <Button onPress={() => change([...levels, newLevel(unused[0]!)])}>
            <Icon name="plus" size={16} />
            {t("policies.addLevel")}
          </Button>
        </div>
      )}
      <div className={company["buttons"]}>
        <Button type="submit" look="primary" busy={isBusy} isDisabled={levels.length === 0}>
          {t("company.save")}
        </Button>
        <Button
          look="quiet"
          onPress={() => {
            keep(undefined);
            onClose();
          }}
        >
          {t(kept === undefined ? "action.cancel" : "company.discard")}
        </Button>
        {policy === undefined ? null : (
          <DeleteButton
            label={t("company.delete")}
            question={t("policies.deleteThis", { name: hrKindText(t, kind) })}
            confirm={t("company.confirmDelete")}
            busy={isBusy}
            onConfirm={() => void carryOut(client.mutation(DeletePolicyDocument, { id: policy._id }))}
          />
        )}
      </div>
    </form>
  );
}

interface LevelFieldsProps {
  level: Level;
  index: number;
  count: number;
  /** Roles that no level has. */
  others: readonly HrApprovalRole[];
  refusal: Refusal | undefined;
  onChange: (level: Level) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

function LevelFields({ level, index, count, others, refusal, onChange, onMove, onRemove }: LevelFieldsProps) {
  const t = useTranslate();
  const name = stageText(t, level.role);
  const roles = ROLES.filter((role) => role === level.role || others.includes(role));
  const errorOf = (field: keyof Level) => messageAt(refusal, `levels.${index}.${field}`);
  return (
    <li className={company["inner"]}>
      <div className={company["head"]}>
        <h3>
          {index + 1}. {name}
        </h3>
        <MoveButtons name={name} index={index} count={count} onMove={onMove} onRemove={onRemove} />
      </div>
      <Select
        label={t("policies.role")}
        options={roles.map((value) => ({ value, label: stageText(t, value) }))}
        value={level.role}
        onChange={(role) => onChange({ ...level, role })}
        description={t(`policies.${level.role}.about`)}
        error={errorOf("role")}
      />
      <RuleFields
        rule={level}
        rules={RULES}
        onChange={(rule) => onChange({ ...level, ...rule })}
        errorOf={errorOf}
      />
    </li>
  );
}
