import { MoveButtons } from "../company/move-buttons.tsx";
import { moveEntry } from "../company/moved.ts";
import { RuleFields, type StageRule, quorumToSend } from "../company/rule-fields.tsx";
import { Button } from "../design/button.tsx";
import { Select } from "../design/field.tsx";
import { Icon } from "../design/icon.tsx";
import { Card, List, Row } from "../design/layout.tsx";
import { stageText } from "../document/kind.ts";
import { DeleteButton } from "../frame/delete-button.tsx";
import { RecordForm } from "../frame/record-form.tsx";
import { useIfUnchanged } from "../frame/use-if-unchanged.ts";
import { useRecord } from "../frame/use-record.ts";
import {
  CreatePolicyDocument,
  DeletePolicyDocument,
  type HrApprovalKind,
  type HrApprovalRole,
  PoliciesDocument,
  type PoliciesQuery,
  UpdatePolicyDocument,
} from "../graphql/generated/documents.ts";
import { type Refusal, messageAt } from "../graphql/refusal.ts";
import { type Outcome, useCommand } from "../graphql/use-command.ts";
import { type Translate, useTranslate } from "../messages/i18n.ts";
import { type NameOf, NO_TIME, type StageTime, timeFaults, timeOf, timeToSend } from "../rules/stage-time.ts";
import { TimeSection } from "../rules/time-fields.tsx";
import { hrKindText } from "./hr-kind.ts";

export type Policy = PoliciesQuery["hrApprovalPolicyPage"]["data"][number];

const ROLES: readonly HrApprovalRole[] = ["MANAGER", "HEAD_OF_DEPARTMENT", "HR"];
/** A level has one approver: rules of groups say nothing there. */
const RULES = ["ANY", "ALL", "COUNT", "PERCENT"] as const;

interface Level extends StageRule {
  role: HrApprovalRole;
  /** Those beside the holder of the role; kept as they are. */
  approvers?: Policy["levels"][number]["approvers"];
  time: StageTime;
}

const newLevel = (role: HrApprovalRole): Level => ({
  role,
  approveBy: "ANY",
  quorum: null,
  rejectBy: "VETO",
  bulk: true,
  time: NO_TIME,
});

const levelsOf = (policy: Policy | undefined, nameOf: NameOf): readonly Level[] =>
  (policy?.levels ?? [])
    .toSorted((left, right) => left.order - right.order)
    .map(({ role, approveBy, quorum, rejectBy, bulk, approvers, ...ladder }) => ({
      role,
      approveBy,
      quorum,
      rejectBy,
      bulk,
      approvers,
      time: timeOf(ladder, nameOf),
    }));

/** The first thing that is missing in the levels, or cannot be, and its text. */
function faultIn(levels: readonly Level[], t: Translate): [field: string, message: string] | undefined {
  for (const [index, { quorum, time }] of levels.entries()) {
    if (quorumToSend(quorum) === undefined) return [`levels.${index}.quorum`, t("workflows.quorumMissing")];
    const [fault] = timeFaults(time);
    if (fault !== undefined) return [`levels.${index}.${fault[0]}`, t(`rules.fault.${fault[1]}`)];
  }
  return undefined;
}

interface PolicyFormProps {
  kind: HrApprovalKind;
  /** Absent where the company has none of the kind. */
  policy: Policy | undefined;
  nameOf: NameOf;
  onClose: () => void;
  onSaved: () => void;
}

/** The levels of a policy, saved together. */
export function PolicyForm({ kind, policy, nameOf, onClose, onSaved }: PolicyFormProps) {
  const t = useTranslate();
  const record = useRecord(`policy.${kind}`, { levels: levelsOf(policy, nameOf) });
  const create = useCommand(CreatePolicyDocument);
  const update = useCommand(UpdatePolicyDocument);
  const remove = useCommand(DeletePolicyDocument);
  const ifUnchanged = useIfUnchanged({
    query: PoliciesDocument,
    variables: () => ({}),
    rowsOf: ({ hrApprovalPolicyPage }) => hrApprovalPolicyPage.data,
    onChanged: onSaved,
  });
  const { levels } = record.fields;
  const change = (next: readonly Level[]) => record.change({ levels: next });
  const carryOut = async (command: Promise<Outcome<unknown>>) => {
    const saveOutcome = await record.save(command, t("workflows.saved"));
    if (saveOutcome === "refused") return;
    if (saveOutcome === "done") onClose();
    onSaved();
  };
  const save = () => {
    const fault = faultIn(levels, t);
    if (fault !== undefined) return record.refuse(...fault);
    const input = {
      levels: levels.map(({ time, quorum, ...level }, index) => ({
        ...level,
        ...timeToSend(time),
        quorum: quorumToSend(quorum) ?? null,
        order: index + 1,
      })),
    };
    return void carryOut(
      policy
        ? ifUnchanged(policy, () => update.send({ id: policy._id, input }))
        : create.send({ input: { kind, ...input } }),
    );
  };
  const unusedRoles = ROLES.filter((role) => !levels.some((level) => level.role === role));
  return (
    <RecordForm
      record={record}
      label={hrKindText(t, kind)}
      fieldNames={levels.map((_, index) => `levels.${index}`)}
      save={t("company.save")}
      isReady={levels.length > 0}
      onSave={save}
      onCancel={onClose}
      removal={
        policy && (
          <DeleteButton
            label={t("company.delete")}
            question={t("policies.deleteThis", { name: hrKindText(t, kind) })}
            confirm={t("company.confirmDelete")}
            busy={record.isBusy}
            onConfirm={() => void carryOut(remove.send({ id: policy._id }))}
          />
        )
      }
    >
      <List look="cards" isOrdered>
        {levels.map((level, index) => (
          <LevelFields
            key={level.role}
            level={level}
            index={index}
            count={levels.length}
            others={unusedRoles}
            refusal={record.refusal}
            onChange={(next) => change(levels.with(index, next))}
            onMove={(to) => change(moveEntry(levels, index, to))}
            onRemove={() => change(levels.toSpliced(index, 1))}
          />
        ))}
      </List>
      {unusedRoles[0] === undefined ? null : (
        <div>
          <Button onPress={() => change([...levels, newLevel(unusedRoles[0]!)])}>
            <Icon name="plus" size={16} />
            {t("policies.addLevel")}
          </Button>
        </div>
      )}
    </RecordForm>
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
  const errorOf = (field: string) => messageAt(refusal, `levels.${index}.${field}`);
  return (
    <Card as="li" isInner>
      <Row isSpread>
        <h3>
          {index + 1}. {name}
        </h3>
        <MoveButtons name={name} index={index} count={count} onMove={onMove} onRemove={onRemove} />
      </Row>
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
      <TimeSection time={level.time} onChange={(time) => onChange({ ...level, time })} errorOf={errorOf} />
    </Card>
  );
}
