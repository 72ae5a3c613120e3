import { useEffect, useRef, useState } from "react";

import { Checkbox } from "../design/checkbox.tsx";
import { DateField } from "../design/date-field.tsx";
import { Select, TextField } from "../design/field.tsx";
import { Card, Columns, Muted } from "../design/layout.tsx";
import { kindText } from "../document/kind.ts";
import { RecordForm } from "../frame/record-form.tsx";
import { useRecord } from "../frame/use-record.ts";
import { CreateSubstitutionDocument } from "../graphql/generated/documents.ts";
import { useCommand } from "../graphql/use-command.ts";
import { useTranslate } from "../messages/i18n.ts";
import { type ChosenPerson, PersonCombobox } from "./person-combobox.tsx";
import { useConsole } from "../shell/console-context.ts";
import { useReachable } from "../shell/reachable.ts";
import styles from "./new-substitution.module.css";
import { FOCUS_PLACES, returnFocus } from "../frame/use-focus-return.ts";

const ZONES = [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])].map((zone) => ({
  value: zone,
  label: zone.replaceAll("_", " "),
}));

const FIELDS = ["principalId", "substituteId", "kinds", "fromDate", "untilDate", "timeZone", "reason"];

interface SubstitutionFields {
  /** The person who is away; absent where it is the reader. */
  principal?: ChosenPerson | undefined;
  substitute?: ChosenPerson | undefined;
  fromDate: string;
  untilDate: string;
  timeZone: string;
  /** Kinds of documents; absent for all of them. */
  covered?: readonly string[] | undefined;
  reason: string;
}

interface NewSubstitutionProps {
  /** Every kind of document there is. */
  kinds: readonly string[];
  /** Whether somebody else is away, for whom administrators name a substitute; then a reason is needed. */
  isForOthers?: boolean;
  onCreated: () => void;
}

/** Names somebody who decides in the reader's place, or in another's. What the engine refuses stands beside its field. */
export function NewSubstitution({ kinds, isForOthers = false, onCreated }: NewSubstitutionProps) {
  const t = useTranslate();
  const isReachable = useReachable();
  const { viewer } = useConsole();
  const record = useRecord<SubstitutionFields>(isForOthers ? "absence" : "away", {
    fromDate: "",
    untilDate: "",
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    reason: "",
  });
  const { change } = record;
  const { principal, substitute, fromDate, untilDate, timeZone, covered, reason } = record.fields;
  const create = useCommand(CreateSubstitutionDocument);
  const form = useRef<HTMLDivElement>(null);
  const [savedCount, setSavedCount] = useState(0);
  useEffect(() => {
    // The button that saved is out of use: the form is empty again.
    if (savedCount > 0) returnFocus([FOCUS_PLACES.field], { within: form.current });
  }, [savedCount]);
  // Messages begin with the name of the field, beside which they stand.
  const errorOf = (field: string) => record.errorOf(field)?.replace(`${field}: `, "");
  const isBackwards = fromDate !== "" && untilDate !== "" && untilDate < fromDate;
  const isDated = fromDate && untilDate && !isBackwards;
  const isNamed = substitute && (!isForOthers || (principal && reason.trim() !== ""));
  const isComplete = isNamed && isDated && covered?.length !== 0;
  const save = async () => {
    if (!substitute || !isComplete) return;
    const days = { substituteId: substitute.id, fromDate, untilDate, timeZone };
    const reasonField = reason.trim() === "" ? {} : { reason: reason.trim() };
    const forWhom = principal === undefined ? {} : { principalId: principal.id };
    const command = create.send({
      input: { ...forWhom, ...days, ...reasonField, kinds: covered ? [...covered] : [] },
    });
    const doneText = t(isForOthers ? "substitutions.created" : "away.created", {
      name: substitute.name,
    });
    const saveOutcome = await record.save(command, doneText, "next");
    if (saveOutcome === "refused") return;
    if (saveOutcome === "done") setSavedCount((count) => count + 1);
    onCreated();
  };
  return (
    <Card>
      <h2>{t(isForOthers ? "substitutions.forOthers" : "away.new")}</h2>
      <div ref={form}>
        <RecordForm
          record={record}
          label={t(isForOthers ? "substitutions.forOthers" : "away.new")}
          fieldNames={FIELDS}
          save={t("away.save")}
          isReady={Boolean(isComplete) && isReachable}
          onSave={() => void save()}
        >
          {isForOthers ? (
            <PersonCombobox
              label={t("substitutions.principal")}
              opensByTyping
              value={principal}
              onChange={(next) => change({ principal: next })}
              error={errorOf("principalId")}
            />
          ) : null}
          <PersonCombobox
            label={t(isForOthers ? "substitutions.substitute" : "away.who")}
            opensByTyping
            value={substitute}
            onChange={(next) => change({ substitute: next })}
            without={isForOthers ? (principal ? [principal.id] : []) : [viewer.userId]}
            error={errorOf("substituteId")}
          />
          <Columns>
            <DateField
              label={t("away.from")}
              value={fromDate}
              onChange={(day) => change({ fromDate: day })}
              error={errorOf("fromDate")}
            />
            <DateField
              label={t("away.until")}
              value={untilDate}
              onChange={(day) => change({ untilDate: day })}
              error={isBackwards ? t("away.backwards") : errorOf("untilDate")}
            />
            <Select
              label={t("away.timeZone")}
              options={ZONES}
              value={timeZone}
              onChange={(zone) => change({ timeZone: zone })}
            />
          </Columns>
          <fieldset className={styles["kinds"]}>
            <legend className={styles["legend"]}>{t("away.kinds")}</legend>
            <Checkbox
              label={t("away.everyKind")}
              isSelected={covered === undefined}
              onChange={(every) => change({ covered: every ? undefined : [] })}
            />
            {covered === undefined
              ? null
              : kinds.map((kind) => (
                  <Checkbox
                    key={kind}
                    label={kindText(t, kind)}
                    isSelected={covered.includes(kind)}
                    onChange={(is) =>
                      change({
                        covered: is
                          ? [...covered, kind]
                          : covered.filter((coveredKind) => coveredKind !== kind),
                      })
                    }
                  />
                ))}
            {covered?.length === 0 ? <Muted>{t("away.someKind")}</Muted> : null}
          </fieldset>
          <TextField
            label={t(isForOthers ? "decide.reason" : "away.reason")}
            value={reason}
            onChange={(text) => change({ reason: text })}
            maxLength={2_000}
            error={errorOf("reason")}
          />
        </RecordForm>
      </div>
    </Card>
  );
}
