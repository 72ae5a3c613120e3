import { TextField } from "../design/field.tsx";
import { DeleteButton } from "../frame/delete-button.tsx";
import { RecordForm } from "../frame/record-form.tsx";
import { useRecord } from "../frame/use-record.ts";
import {
  CreateGroupDocument,
  DeleteGroupDocument,
  type GroupsQuery,
  UpdateGroupDocument,
} from "../graphql/generated/documents.ts";
import { type Outcome, useCommand } from "../graphql/use-command.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useRuledRecord } from "../rules/ruled-record.tsx";
import { type Member, MembersField } from "./members-field.tsx";

export type Group = GroupsQuery["userGroupPage"]["data"][number];

interface Draft {
  name: string;
  members: readonly Member[];
}

const FIELDS = ["name", "memberIds"] as const;

interface GroupFormProps {
  /** Absent for a new one. */
  group: Group | undefined;
  onClose: () => void;
  onSaved: () => void;
}

/** A group to make or to change. */
export function GroupForm({ group, onClose, onSaved }: GroupFormProps) {
  const t = useTranslate();
  const record = useRecord<Draft>(`group.${group?._id ?? "new"}`, {
    name: group?.name ?? "",
    members: group?.members ?? [],
  });
  const create = useCommand(CreateGroupDocument);
  const update = useCommand(UpdateGroupDocument);
  const remove = useCommand(DeleteGroupDocument);
  const ruledRecord = useRuledRecord(onSaved);
  const { change, errorOf } = record;
  const { name, members } = record.fields;
  const carryOut = async <Data,>(
    command: Promise<Outcome<Data> | undefined>,
    nameOf?: (data: Data) => string,
  ) => {
    const saveOutcome = await record.save(command, t("workflows.saved"), nameOf);
    if (saveOutcome === "refused") return;
    // Work on a new one goes on in the list.
    if (saveOutcome === "done" || group === undefined) onClose();
    onSaved();
  };
  const save = () => {
    const input = { name: name.trim(), memberIds: members.map(({ _id }) => _id) };
    if (group === undefined) {
      void carryOut(create.send({ input }), ({ createUserGroup }) => `group.${createUserGroup._id}`);
      return;
    }
    const { _id: id, version: expectedVersion } = group;
    const saving = ruledRecord.carryOut({
      id,
      word: t("company.save"),
      asksSame: input.memberIds.join() === group.members.map(({ _id }) => _id).join(),
      changeOf: () => ({ group: { _id: id, memberIds: input.memberIds } }),
      send: (changeNote) => update.send({ id, input, expectedVersion, changeNote }),
    });
    void carryOut(saving);
  };
  const deleteGroup = (id: string) => {
    const deleting = ruledRecord.carryOut({
      id,
      word: t("company.confirmDelete"),
      changeOf: () => ({ group: { _id: id, memberIds: [] } }),
      send: (changeNote) => remove.send({ id, changeNote }),
    });
    void carryOut(deleting);
  };
  return (
    <>
      <RecordForm
        record={record}
        label={t("groups.form")}
        fieldNames={FIELDS}
        save={t("company.save")}
        isReady={name.trim() !== ""}
        onSave={save}
        onCancel={onClose}
        removal={
          group && (
            <DeleteButton
              label={t("company.delete")}
              question={t("groups.deleteThis")}
              confirm={t("company.confirmDelete")}
              busy={record.isBusy}
              onConfirm={() => deleteGroup(group._id)}
            />
          )
        }
      >
        <TextField
          label={t("groups.name")}
          value={name}
          onChange={(text) => change({ name: text })}
          maxLength={120}
          error={errorOf("name")}
        />
        <MembersField
          members={members}
          onChange={(next) => change({ members: next })}
          error={errorOf("memberIds")}
        />
      </RecordForm>
      {ruledRecord.sheet}
    </>
  );
}
