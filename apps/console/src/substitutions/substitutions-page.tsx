import { useState } from "react";
import { useMutation, useQuery } from "urql";

import company from "../company/company.module.css";
import { DeleteButton } from "../company/delete-button.tsx";
import { Pager } from "../company/pager.tsx";
import entries from "../design/entries.module.css";
import { Awaited, Empty, Failure, useFailureText } from "../design/notice.tsx";
import { Page } from "../design/page.tsx";
import { Person } from "../design/person.tsx";
import { Switch } from "../design/switch.tsx";
import { Written, formatDay } from "../design/values.tsx";
import { kindText } from "../document/kind.ts";
import {
  CompanySubstitutionsDocument,
  type CompanySubstitutionsQuery,
  EndSubstitutionDocument,
} from "../graphql/generated/documents.ts";
import { type MessageId, useFormats, useTranslate } from "../messages/i18n.ts";
import { type Chosen, PersonPicker } from "../people/person-picker.tsx";
import { useAnnounce } from "../shell/announcer.tsx";
import styles from "./substitutions.module.css";

type Substitution = CompanySubstitutionsQuery["substitutionPage"]["data"][number];

const PAGE = 50;

/** The substitutions of the whole company. */
export function SubstitutionsPage() {
  const t = useTranslate();
  const [page, setPage] = useState(0);
  const [person, setPerson] = useState<Chosen>();
  // The moment at which the reader asked, so that the question stays the same.
  const [activeAt, setActiveAt] = useState<number>();
  const [{ data, error }, execute] = useQuery({
    query: CompanySubstitutionsDocument,
    variables: {
      skip: page * PAGE,
      take: PAGE,
      ...(person && { userId: person._id }),
      ...(activeAt !== undefined && { activeAt }),
    },
    requestPolicy: "network-only",
  });
  const refresh = () => execute({ requestPolicy: "network-only" });
  const showNow = () => (activeAt === undefined ? refresh() : setActiveAt(Date.now()));
  const found = data?.substitutionPage;
  return (
    <Page title={t("substitutions.title")} lead={t("substitutions.lead")}>
      <div className={company["filters"]}>
        <PersonPicker
          label={t("substitutions.person")}
          value={person}
          onChange={(next) => {
            setPerson(next);
            setPage(0);
          }}
        />
        <Switch
          label={t("substitutions.active")}
          isSelected={activeAt !== undefined}
          onChange={(isOn) => {
            setActiveAt(isOn ? Date.now() : undefined);
            setPage(0);
          }}
        />
      </div>
      <Awaited answer={found} error={error} onRetry={refresh} lines={4} />
      {found?.data.length === 0 ? <Empty icon="people" title={t("substitutions.empty")} /> : null}
      <ul className={entries["list"]}>
        {found?.data.map((substitution) => (
          <Entry key={substitution._id} substitution={substitution} onEnded={showNow} />
        ))}
      </ul>
      {found === undefined ? null : <Pager page={page} size={PAGE} total={found.total} onChange={setPage} />}
    </Page>
  );
}

function stateOf({ revokedAt, from, until }: Substitution): MessageId {
  const now = Date.now();
  if (revokedAt != null) return "substitutions.ended";
  if (new Date(until).getTime() <= now) return "substitutions.over";
  return new Date(from).getTime() > now ? "substitutions.later" : "substitutions.now";
}

function Entry({ substitution, onEnded }: { substitution: Substitution; onEnded: () => void }) {
  const t = useTranslate();
  const locale = useFormats();
  const announce = useAnnounce();
  const failureText = useFailureText();
  const [{ fetching, error }, end] = useMutation(EndSubstitutionDocument);
  const { _id, fromDate, untilDate, timeZone, reason, kinds } = substitution;
  const principal = substitution.principal?.name ?? substitution.principalId;
  const substitute = substitution.substitute?.name ?? substitution.substituteId;
  const state = stateOf(substitution);
  const isRunning = state === "substitutions.now" || state === "substitutions.later";
  const confirm = async () => {
    const { error: failed } = await end({ id: _id });
    if (failed) return;
    announce(t("substitutions.ended"));
    onEnded();
  };
  const days = [...new Set([fromDate, untilDate])].map((day) => formatDay(locale, day)).join(" – ");
  const covered = kinds.map((kind) => kindText(t, kind)).join(", ");
  return (
    <li className={`${entries["entry"]} ${styles["entry"]}`}>
      <div className={company["titles"]}>
        <p className={styles["people"]}>
          <Person name={substitute} /> {t("substitutions.for")} <Person name={principal} />
        </p>
        <p className={company["muted"]}>
          {t(state)} · {days} ({timeZone}) · {covered === "" ? t("substitutions.everyKind") : covered}
        </p>
        {reason ? (
          <p className={company["muted"]}>
            <Written>{reason}</Written>
          </p>
        ) : null}
        {error ? <Failure>{failureText(error)}</Failure> : null}
      </div>
      {isRunning ? (
        <DeleteButton
          label={t("substitutions.end")}
          question={t("substitutions.endThis", { substitute, principal })}
          confirm={t("substitutions.confirmEnd")}
          busy={fetching}
          onConfirm={() => void confirm()}
        />
      ) : null}
    </li>
  );
}
