import { type FormEvent, useState } from "react";
import { useMutation, useQuery } from "urql";

import { Button } from "../design/button.tsx";
import { TextField } from "../design/field.tsx";
import { Empty, Failure, Loading, useFailureText } from "../design/notice.tsx";
import { Page } from "../design/page.tsx";
import { Written, formatDay } from "../design/values.tsx";
import {
  CreateSubstitutionDocument,
  RevokeSubstitutionDocument,
  SubstitutionsDocument,
  type SubstitutionsQuery,
} from "../graphql/generated/documents.ts";
import { useFormats, useTranslate } from "../messages/i18n.ts";
import { type Chosen, PersonPicker } from "../people/person-picker.tsx";
import { useAnnounce } from "../shell/announcer.tsx";
import { useConsole } from "../shell/console-context.ts";
import styles from "./away-page.module.css";

type Substitution = SubstitutionsQuery["mySubstitutions"][number];

/** Who decides in the reader's place, and in whose place the reader does. */
export function AwayPage() {
  const t = useTranslate();
  const failureText = useFailureText();
  const [{ data, error }, execute] = useQuery({
    query: SubstitutionsDocument,
    requestPolicy: "cache-and-network",
  });
  const refresh = () => execute({ requestPolicy: "network-only" });
  const substitutions = data?.mySubstitutions;
  return (
    <Page title={t("away.title")} lead={t("away.lead")}>
      <NewSubstitution onCreated={refresh} />
      {error ? <Failure onRetry={refresh}>{failureText(error)}</Failure> : null}
      {substitutions === undefined ? error ? null : <Loading lines={3} /> : null}
      {substitutions?.length === 0 ? <Empty icon="people" title={t("away.empty")} /> : null}
      {substitutions === undefined || substitutions.length === 0 ? null : (
        <ul className={styles["list"]}>
          {substitutions.map((substitution) => (
            <Entry key={substitution._id} substitution={substitution} onRevoked={refresh} />
          ))}
        </ul>
      )}
    </Page>
  );
}

function NewSubstitution({ onCreated }: { onCreated: () => void }) {
  const t = useTranslate();
  const announce = useAnnounce();
  const failureText = useFailureText();
  const { viewer } = useConsole();
  const [substitute, setSubstitute] = useState<Chosen>();
  const [fromDate, setFromDate] = useState("");
  const [untilDate, setUntilDate] = useState("");
  const [reason, setReason] = useState("");
  const [{ fetching, error }, create] = useMutation(CreateSubstitutionDocument);
  const isComplete = substitute !== undefined && fromDate !== "" && untilDate !== "";
  const save = async () => {
    if (substitute === undefined || !isComplete) return;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const given = reason.trim() === "" ? {} : { reason: reason.trim() };
    const input = { substituteId: substitute._id, fromDate, untilDate, timeZone, ...given };
    const { error: refusal } = await create({ input });
    if (refusal) return;
    announce(t("away.created", { name: substitute.name ?? "–" }));
    setSubstitute(undefined);
    setReason("");
    onCreated();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <form className={styles["form"]} onSubmit={submit} aria-label={t("away.new")}>
      <h2>{t("away.new")}</h2>
      {error ? <Failure>{failureText(error)}</Failure> : null}
      <PersonPicker
        label={t("away.who")}
        value={substitute}
        onChange={setSubstitute}
        without={[viewer.userId]}
      />
      <div className={styles["days"]}>
        <TextField label={t("away.from")} type="date" value={fromDate} onChange={setFromDate} />
        <TextField label={t("away.until")} type="date" value={untilDate} onChange={setUntilDate} />
      </div>
      <TextField label={t("away.reason")} value={reason} onChange={setReason} maxLength={200} />
      <div>
        <Button type="submit" look="primary" busy={fetching} isDisabled={!isComplete}>
          {t("away.save")}
        </Button>
      </div>
    </form>
  );
}

function Entry({ substitution, onRevoked }: { substitution: Substitution; onRevoked: () => void }) {
  const t = useTranslate();
  const locale = useFormats();
  const { viewer } = useConsole();
  const { _id, principalId, principal, substitute, fromDate, untilDate, until, reason, revokedAt } =
    substitution;
  const [{ fetching }, revoke] = useMutation(RevokeSubstitutionDocument);
  const isOwn = principalId === viewer.userId;
  const isOver = revokedAt != null || new Date(until) < new Date();
  const end = async () => {
    await revoke({ id: _id });
    onRevoked();
  };
  const names = { principal: principal?.name ?? "–", substitute: substitute?.name ?? "–" };
  return (
    <li className={styles["entry"]}>
      <span className={styles["text"]}>
        <strong>{t(isOwn ? "away.forYou" : "away.byYou", names)}</strong>
        <span className={styles["about"]}>
          {formatDay(locale, fromDate)} – {formatDay(locale, untilDate)}
          {reason ? " · " : null}
          <Written>{reason}</Written>
          {isOver ? ` · ${t(revokedAt == null ? "away.over" : "away.revoked")}` : null}
        </span>
      </span>
      {isOwn && !isOver ? (
        <Button busy={fetching} onPress={() => void end()}>
          {t("away.revoke")}
        </Button>
      ) : null}
    </li>
  );
}
