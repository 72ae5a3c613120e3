import { Combobox } from "../design/combobox.tsx";
import { currencyOptions } from "../design/currencies.ts";
import { Select } from "../design/field.tsx";
import { Columns } from "../design/layout.tsx";
import { NumberField } from "../design/number-field.tsx";
import { type Typed, isNumber } from "../design/number-text.ts";
import { kindText } from "../document/kind.ts";
import { useKinds } from "../document/use-kinds.ts";
import { DeleteButton } from "../frame/delete-button.tsx";
import { RecordForm } from "../frame/record-form.tsx";
import { useRecord } from "../frame/use-record.ts";
import {
  CreateLimitDocument,
  DeleteLimitDocument,
  type LimitsQuery,
  UpdateLimitDocument,
} from "../graphql/generated/documents.ts";
import { type Outcome, useCommand } from "../graphql/use-command.ts";
import { useLocale, useTranslate } from "../messages/i18n.ts";
import { useRuledRecord } from "../rules/ruled-record.tsx";
import { type ChosenGroup, GroupPicker } from "./group-picker.tsx";
import { type ChosenPerson, PersonCombobox } from "./person-combobox.tsx";

export type Limit = LimitsQuery["approvalLimitPage"]["data"][number];

const HOLDERS = ["user", "group"] as const;

interface Draft {
  holder: (typeof HOLDERS)[number];
  user: ChosenPerson | undefined;
  group: ChosenGroup | undefined;
  kind: string | null;
  currency: string | null;
  upTo: Typed;
}

const FIELDS = ["userId", "groupId", "kind", "currency", "upTo"] as const;

function draftOf(limit: Limit | undefined): Draft {
  const { userId, user, groupId, group, kind = null, currency = null, upTo } = limit ?? {};
  return {
    holder: groupId == null ? "user" : "group",
    user: userId == null ? undefined : { id: userId, name: user?.name ?? userId },
    group: groupId == null ? undefined : { _id: groupId, name: group?.name ?? groupId },
    kind,
    currency,
    upTo: upTo === undefined ? null : Number(upTo),
  };
}

interface LimitFormProps {
  /** Absent for a new one. */
  limit: Limit | undefined;
  onClose: () => void;
  onSaved: () => void;
}

/** An approval limit to make or to change. */
export function LimitForm({ limit, onClose, onSaved }: LimitFormProps) {
  const t = useTranslate();
  const locale = useLocale();
  const kinds = useKinds();
  const record = useRecord<Draft>(`limit.${limit?._id ?? "new"}`, draftOf(limit));
  const create = useCommand(CreateLimitDocument);
  const update = useCommand(UpdateLimitDocument);
  const remove = useCommand(DeleteLimitDocument);
  const ruledRecord = useRuledRecord(onSaved);
  const { change, errorOf, refuse } = record;
  const { holder, user, group, kind, currency, upTo } = record.fields;
  const holderId = holder === "user" ? user?.id : group?._id;
  const carryOut = async <Data,>(
    command: Promise<Outcome<Data> | undefined>,
    nameOf?: (data: Data) => string,
  ) => {
    const saveOutcome = await record.save(command, t("workflows.saved"), nameOf);
    if (saveOutcome === "refused") return;
    // Work on a new one goes on in the list.
    if (saveOutcome === "done" || limit === undefined) onClose();
    onSaved();
  };
  const save = () => {
    if (holderId === undefined || kind === null || currency === null) return;
    if (upTo === null || !isNumber(upTo)) return refuse("upTo", t("field.noNumber"));
    const holderField = holder === "user" ? { userId: holderId } : { groupId: holderId };
    // A number has every digit of a limit: these have fifteen.
    const input = { ...holderField, kind, currency, upTo: String(upTo) };
    const asWritten = { _id: limit?._id ?? null, ...holderField, currency, upTo: input.upTo };
    const ruledCommand = {
      id: limit?._id,
      limitKind: kind,
      word: t("company.save"),
      // For documents of its kind until now it is gone, once it is for another one.
      changeOf: (replayedKind: string) => ({ limit: replayedKind === kind ? asWritten : asDeleted }),
    };
    if (limit === undefined) {
      const making = ruledRecord.carryOut({
        ...ruledCommand,
        send: (changeNote) => create.send({ input, changeNote }),
      });
      return void carryOut(making, ({ createApprovalLimit }) => `limit.${createApprovalLimit._id}`);
    }
    const { _id: id, version: expectedVersion } = limit;
    const saving = ruledRecord.carryOut({
      ...ruledCommand,
      send: (changeNote) => update.send({ id, input, expectedVersion, changeNote }),
    });
    return void carryOut(saving);
  };
  const asDeleted = { _id: limit?._id ?? null, currency: limit?.currency ?? "" };
  const deleteLimit = (id: string) => {
    const deleting = ruledRecord.carryOut({
      id,
      word: t("company.confirmDelete"),
      changeOf: () => ({ limit: asDeleted }),
      send: (changeNote) => remove.send({ id, changeNote }),
    });
    void carryOut(deleting);
  };
  return (
    <>
      <RecordForm
        record={record}
        label={t("limits.form")}
        fieldNames={FIELDS}
        save={t("company.save")}
        isReady={holderId !== undefined && kind !== null && currency !== null}
        onSave={save}
        onCancel={onClose}
        removal={
          limit && (
            <DeleteButton
              label={t("company.delete")}
              question={t("limits.deleteThis")}
              confirm={t("company.confirmDelete")}
              busy={record.isBusy}
              onConfirm={() => deleteLimit(limit._id)}
            />
          )
        }
      >
        <Columns>
          <Select
            label={t("limits.holder")}
            options={HOLDERS.map((value) => ({ value, label: t(`limits.holder.${value}`) }))}
            value={holder}
            onChange={(value) => change({ holder: value })}
          />
          {holder === "user" ? (
            <PersonCombobox
              label={t("limits.holder.user")}
              value={user}
              onChange={(value) => change({ user: value })}
              error={errorOf("userId")}
            />
          ) : (
            <GroupPicker
              value={group}
              onChange={(value) => change({ group: value })}
              error={errorOf("groupId")}
            />
          )}
        </Columns>
        <Columns>
          <Select
            label={t("inbox.kind")}
            options={kinds.map((value) => ({ value, label: kindText(t, value) }))}
            value={kind}
            onChange={(value) => change({ kind: value })}
            error={errorOf("kind")}
          />
          <NumberField
            label={t("limits.upTo")}
            description={t("limits.upTo.about")}
            value={upTo}
            onChange={(value) => change({ upTo: value })}
            error={errorOf("upTo")}
          />
          <Combobox
            label={t("field.currency")}
            options={currencyOptions(locale)}
            value={currency}
            onChange={(value) => change({ currency: value })}
            error={errorOf("currency")}
          />
        </Columns>
      </RecordForm>
      {ruledRecord.sheet}
    </>
  );
}
