import { Combobox } from "../design/combobox.tsx";
import { TextField } from "../design/field.tsx";
import { Columns } from "../design/layout.tsx";
import { DeleteButton } from "../frame/delete-button.tsx";
import { RecordForm } from "../frame/record-form.tsx";
import { useIfUnchanged } from "../frame/use-if-unchanged.ts";
import { useRecord } from "../frame/use-record.ts";
import {
  type CalendarFieldsFragment,
  CalendarsDocument,
  CreateCalendarDocument,
  DeleteCalendarDocument,
  UpdateCalendarDocument,
} from "../graphql/generated/documents.ts";
import { type Outcome, useCommand } from "../graphql/use-command.ts";
import { useTranslate } from "../messages/i18n.ts";
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
  const ifUnchanged = useIfUnchanged({
    query: CalendarsDocument,
    variables: (page) => page,
    rowsOf: ({ approvalCalendarPage }) => approvalCalendarPage.data,
    onChanged: onSaved,
  });
  const { fields, change, errorOf } = record;
  const carryOut = async <Data,>(command: Promise<Outcome<Data>>, nameOf?: (data: Data) => string) => {
    const saveOutcome = await record.save(command, t("workflows.saved"), nameOf);
    if (saveOutcome === "refused") return;
    // Work on a new one goes on in the list.
    if (saveOutcome === "done" || calendar === undefined) onClose();
    onSaved();
  };
  const save = () => {
    const input = inputOf(fields);
    void (calendar
      ? carryOut(ifUnchanged(calendar, () => update.send({ id: calendar._id, input })))
      : carryOut(create.send({ input }), ({ createApprovalCalendar: { _id } }) => `calendar.${_id}`));
  };
  return (
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
            onConfirm={() => void carryOut(remove.send({ id: calendar._id }))}
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
  );
}
