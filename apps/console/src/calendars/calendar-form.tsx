import { Combobox } from "../design/combobox.tsx";
import { TextField } from "../design/field.tsx";
import { Columns } from "../design/layout.tsx";
import { DeleteButton } from "../frame/delete-button.tsx";
import { RecordForm } from "../frame/record-form.tsx";
import { useRecord } from "../frame/use-record.ts";
import {
  type CalendarFieldsFragment,
  CreateCalendarDocument,
  DeleteCalendarDocument,
  UpdateCalendarDocument,
} from "../graphql/generated/documents.ts";
import { type Outcome, useCommand } from "../graphql/use-command.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useRuledRecord } from "../rules/ruled-record.tsx";
import { type CalendarDraft, draftOf, inputOf } from "./calendar-draft.ts";
import { DaysField } from "./days-field.tsx";
import { WeekField } from "./week-field.tsx";

const FIELDS = ["name", "timeZone", "week", "days"] as const;
const ZONES = ["UTC", ...Intl.supportedValuesOf("timeZone")].map((value) => ({ value, label: value }));

interface CalendarFormProps {
  /** Absent for a new one. */
  calendar: CalendarFieldsFragment | undefined;
  year: number;
  onClose: () => void;
  onSaved: () => void;
}

/** A calendar to make or to change. */
export function CalendarForm({ calendar, year, onClose, onSaved }: CalendarFormProps) {
  const t = useTranslate();
  const record = useRecord<CalendarDraft>(`calendar.${calendar?._id ?? "new"}`, draftOf(calendar));
  const create = useCommand(CreateCalendarDocument);
  const update = useCommand(UpdateCalendarDocument);
  const remove = useCommand(DeleteCalendarDocument);
  const ruledRecord = useRuledRecord(onSaved);
  const { fields, change, errorOf } = record;
  const carryOut = async <Data,>(
    command: Promise<Outcome<Data> | undefined>,
    nameOf?: (data: Data) => string,
  ) => {
    const saveOutcome = await record.save(command, t("workflows.saved"), nameOf);
    if (saveOutcome === "refused") return;
    // Work on a new one goes on in the list.
    if (saveOutcome === "done" || calendar === undefined) onClose();
    onSaved();
  };
  const save = () => {
    const input = inputOf(fields);
    if (calendar === undefined) {
      void carryOut(create.send({ input }), ({ createApprovalCalendar: { _id } }) => `calendar.${_id}`);
      return;
    }
    const { _id: id, version: expectedVersion } = calendar;
    const saving = ruledRecord.carryOut({
      id,
      word: t("company.save"),
      send: (changeNote) => update.send({ id, input, expectedVersion, changeNote }),
    });
    void carryOut(saving);
  };
  const deleteCalendar = (id: string) => {
    const deleting = ruledRecord.carryOut({
      id,
      word: t("company.confirmDelete"),
      send: (changeNote) => remove.send({ id, changeNote }),
    });
    void carryOut(deleting);
  };
  return (
    <>
      <RecordForm
        record={record}
        label={t("calendars.form")}
        fieldNames={FIELDS}
        save={t("company.save")}
        isReady={fields.name.trim() !== ""}
        onSave={save}
        onCancel={onClose}
        removal={
          calendar && (
            <DeleteButton
              label={t("company.delete")}
              question={t("calendars.deleteThis")}
              confirm={t("company.confirmDelete")}
              busy={record.isBusy}
              onConfirm={() => deleteCalendar(calendar._id)}
            />
          )
        }
      >
        <Columns>
          <TextField
            label={t("groups.name")}
            value={fields.name}
            maxLength={200}
            onChange={(name) => change({ name })}
            error={errorOf("name")}
          />
          <Combobox
            label={t("calendars.timeZone")}
            options={ZONES}
            takesOther
            value={fields.timeZone}
            onChange={(timeZone) => change({ timeZone })}
            error={errorOf("timeZone")}
          />
        </Columns>
        <WeekField
          value={fields.week}
          onChange={(week) => change({ week })}
          errorAt={(place) => errorOf(`week.${place}`)}
          error={errorOf("week")}
        />
        <DaysField
          value={fields.days}
          onChange={(days) => change({ days })}
          year={year}
          errorAt={(place) => errorOf(`days.${place}`)}
          error={errorOf("days")}
        />
      </RecordForm>
      {ruledRecord.sheet}
    </>
  );
}
