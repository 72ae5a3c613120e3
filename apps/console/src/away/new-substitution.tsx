import type { FormEvent } from "react";
import { type CombinedError, useMutation } from "urql";

import { Button } from "../design/button.tsx";
import { Checkbox } from "../design/checkbox.tsx";
import { Select, TextField } from "../design/field.tsx";
import { Failure, useFailureText } from "../design/notice.tsx";
import { kindText } from "../document/kind.ts";
import { CreateSubstitutionDocument } from "../graphql/generated/documents.ts";
import { useTranslate } from "../messages/i18n.ts";
import { type Chosen, PersonPicker } from "../people/person-picker.tsx";
import { useAnnounce } from "../shell/announcer.tsx";
import { useConsole } from "../shell/console-context.ts";
import { useKeptFields } from "../shell/kept.ts";
import { useOnline } from "../shell/online.ts";
import styles from "./away-page.module.css";

const ZONES = [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])].map((zone) => ({
  value: zone,
  label: zone.replaceAll("_", " "),
}));

const FIELDS = ["substituteId", "kinds", "fromDate", "untilDate", "timeZone", "reason"];

interface SubstitutionFields {
  substitute?: Chosen | undefined;
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
  onCreated: () => void;
}

/** Names somebody who decides in the reader's place. What the engine refuses stands beside its field. */
export function NewSubstitution({ kinds, onCreated }: NewSubstitutionProps) {
  const t = useTranslate();
  const announce = useAnnounce();
  const online = useOnline();
  const failureText = useFailureText();
  const { viewer } = useConsole();
  const [fields, change, forget] = useKeptFields<SubstitutionFields>("away", {
    fromDate: "",
    untilDate: "",
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    reason: "",
  });
  const { substitute, fromDate, untilDate, timeZone, covered, reason } = fields;
  const [{ fetching, error }, create] = useMutation(CreateSubstitutionDocument);
  const refused = refusalOf(error);
  const isBackwards = fromDate !== "" && untilDate !== "" && untilDate < fromDate;
  const isComplete = substitute && fromDate && untilDate && !isBackwards && covered?.length !== 0;
  const save = async () => {
    if (!substitute || !isComplete) return;
    const days = { substituteId: substitute._id, fromDate, untilDate, timeZone };
    const given = reason.trim() === "" ? {} : { reason: reason.trim() };
    const { error: refusal } = await create({
      input: { ...days, ...given, kinds: covered ? [...covered] : [] },
    });
    if (refusal) return;
    announce(t("away.created", { name: substitute.name ?? "–" }));
    forget();
    onCreated();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <form className={styles["form"]} onSubmit={submit} aria-label={t("away.new")}>
      <h2>{t("away.new")}</h2>
      {error && refused.field === undefined ? <Failure>{failureText(error)}</Failure> : null}
      <PersonPicker
        label={t("away.who")}
        value={substitute}
        onChange={(next) => change({ substitute: next })}
        without={[viewer.userId]}
        error={refused.field === "substituteId" ? refused.text : undefined}
      />
      <div className={styles["days"]}>
        <TextField
          label={t("away.from")}
          type="date"
          value={fromDate}
          onChange={(day) => change({ fromDate: day })}
          error={refused.field === "fromDate" ? refused.text : undefined}
        />
        <TextField
          label={t("away.until")}
          type="date"
          value={untilDate}
          onChange={(day) => change({ untilDate: day })}
          error={isBackwards ? t("away.backwards") : refused.field === "untilDate" ? refused.text : undefined}
        />
        <Select
          label={t("away.timeZone")}
          options={ZONES}
          value={timeZone}
          onChange={(zone) => change({ timeZone: zone })}
        />
      </div>
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
                  change({ covered: is ? [...covered, kind] : covered.filter((one) => one !== kind) })
                }
              />
            ))}
        {covered?.length === 0 ? <p className={styles["about"]}>{t("away.someKind")}</p> : null}
      </fieldset>
      <TextField
        label={t("away.reason")}
        value={reason}
        onChange={(text) => change({ reason: text })}
        maxLength={2_000}
        error={refused.field === "reason" ? refused.text : undefined}
      />
      <div>
        <Button type="submit" look="primary" busy={fetching} isDisabled={!isComplete || !online}>
          {t("away.save")}
        </Button>
      </div>
    </form>
  );
}

/** The field that was refused, if the form has it, and why: messages begin with the field's name. */
function refusalOf(error: CombinedError | undefined): { field?: string; text?: string } {
  const [refusal] = error?.graphQLErrors ?? [];
  const field = FIELDS.find((name) => name === refusal?.extensions["field"]);
  if (refusal === undefined || field === undefined) return {};
  return { field, text: refusal.message.replace(`${field}: `, "") };
}
