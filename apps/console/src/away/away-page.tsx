import { useMutation, useQuery } from "urql";

import { Button } from "../design/button.tsx";
import entries from "../design/entries.module.css";
import { Awaited, Empty, Failure, useFailureText } from "../design/notice.tsx";
import { Page } from "../design/page.tsx";
import { Written, formatDay } from "../design/values.tsx";
import { kindText } from "../document/kind.ts";
import {
  RevokeSubstitutionDocument,
  SubstitutionsDocument,
  type SubstitutionsQuery,
} from "../graphql/generated/documents.ts";
import { useFormats, useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import { useConsole } from "../shell/console-context.ts";
import styles from "./away-page.module.css";
import { NewSubstitution } from "./new-substitution.tsx";

type Substitution = SubstitutionsQuery["mySubstitutions"][number];

/** The reader's substitutes, and the people for whom the reader is a substitute. */
export function AwayPage() {
  const t = useTranslate();
  const [{ data, error }, execute] = useQuery({
    query: SubstitutionsDocument,
    requestPolicy: "cache-and-network",
  });
  const refresh = () => execute({ requestPolicy: "network-only" });
  const substitutions = data?.mySubstitutions;
  return (
    <Page title={t("away.title")} lead={t("away.lead")}>
      <NewSubstitution
        kinds={data?.pendingApprovalCounts.map(({ kind }) => kind) ?? []}
        onCreated={refresh}
      />
      <Awaited answer={substitutions} error={error} onRetry={refresh} lines={3} />
      {substitutions?.length === 0 ? <Empty icon="people" title={t("away.empty")} /> : null}
      {substitutions === undefined || substitutions.length === 0 ? null : (
        <ul className={entries["list"]}>
          {substitutions.map((substitution) => (
            <Entry key={substitution._id} substitution={substitution} onRevoked={refresh} />
          ))}
        </ul>
      )}
    </Page>
  );
}

function Entry({ substitution, onRevoked }: { substitution: Substitution; onRevoked: () => void }) {
  const t = useTranslate();
  const locale = useFormats();
  const announce = useAnnounce();
  const failureText = useFailureText();
  const { viewer } = useConsole();
  const { _id, principalId, principal, substitute, kinds, timeZone, reason, fromDate, untilDate } =
    substitution;
  const [{ fetching, error }, revoke] = useMutation(RevokeSubstitutionDocument);
  const isOwn = principalId === viewer.userId;
  const state = stateOf(substitution, new Date());
  const names = { principal: principal?.name ?? "–", substitute: substitute?.name ?? "–" };
  const end = async () => {
    const { error: refusal } = await revoke({ id: _id });
    if (refusal) return;
    announce(t("away.ended", names));
    onRevoked();
  };
  const about = [
    `${formatDay(locale, fromDate)} – ${formatDay(locale, untilDate)}`,
    timeZone.replaceAll("_", " "),
    kinds.map((kind) => kindText(t, kind)).join(", "),
    reason,
  ];
  return (
    <li className={entries["entry"]}>
      <span className={styles["text"]}>
        <strong>
          <Written>{t(isOwn ? "away.forYou" : "away.byYou", names)}</Written>
        </strong>
        <span className={styles["about"]}>
          <Written>{about.filter(Boolean).join(" · ")}</Written>
        </span>
      </span>
      <span className={styles["state"]}>
        <span className={styles["about"]}>{t(`away.${state}`)}</span>
        {isOwn && (state === "now" || state === "planned") ? (
          <Button size="small" busy={fetching} onPress={() => void end()}>
            {t(state === "now" ? "away.revoke" : "away.cancel")}
            <span className="visuallyHidden">
              {" "}
              (<Written>{names.substitute}</Written>)
            </span>
          </Button>
        ) : null}
      </span>
      {error ? <Failure>{failureText(error)}</Failure> : null}
    </li>
  );
}

/** Whether a substitution is still to come, holds, or is over. */
function stateOf({ from, until, revokedAt }: Substitution, now: Date) {
  if (revokedAt != null) return "revoked";
  if (new Date(until) <= now) return "over";
  return new Date(from) <= now ? "now" : "planned";
}
