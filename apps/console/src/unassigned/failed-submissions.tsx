import { useState } from "react";
import { useQuery } from "urql";

import company from "../company/company.module.css";
import { Pager } from "../company/pager.tsx";
import { Button } from "../design/button.tsx";
import { Awaited, Failure, useFailureText } from "../design/notice.tsx";
import { Moment, Written } from "../design/values.tsx";
import { kindText } from "../document/kind.ts";
import { useCommand } from "../graphql/use-command.ts";
import {
  FailedSubmissionsDocument,
  type FailedSubmissionsQuery,
  SubmitAgainDocument,
} from "../graphql/generated/documents.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";

type Failed = FailedSubmissionsQuery["failedSubmissionPage"]["data"][number];

const PAGE = 20;

/** Orders that need an approval and could not be submitted; nothing while there are none. */
export function FailedSubmissions() {
  const t = useTranslate();
  const [page, setPage] = useState(0);
  const [{ data, error }, execute] = useQuery({
    query: FailedSubmissionsDocument,
    variables: { skip: page * PAGE, take: PAGE },
    requestPolicy: "network-only",
  });
  const refresh = () => execute({ requestPolicy: "network-only" });
  const found = data?.failedSubmissionPage;
  if (error) return <Awaited answer={found} error={error} onRetry={refresh} lines={2} />;
  if (found === undefined || found.total === 0) return null;
  return (
    <section aria-label={t("stuck.failed")}>
      <h2>{t("stuck.failed")}</h2>
      <p className={company["muted"]}>{t("stuck.failedLead")}</p>
      <ul className={company["list"]}>
        {found.data.map((failed) => (
          <Entry key={failed.refId} failed={failed} onSubmitted={refresh} />
        ))}
      </ul>
      <Pager page={page} size={PAGE} total={found.total} onChange={setPage} />
    </section>
  );
}

function Entry({ failed, onSubmitted }: { failed: Failed; onSubmitted: () => void }) {
  const t = useTranslate();
  const announce = useAnnounce();
  const failureText = useFailureText();
  const { busy, error, send } = useCommand(SubmitAgainDocument);
  const { refId, ref, kind, workflowId, reason, at } = failed;
  const name = ref ?? kindText(t, kind);
  const submit = async () => {
    const { error: refused } = await send({ refId, kind, workflowId });
    if (refused) return;
    announce(t("stuck.submitted", { name }));
    onSubmitted();
  };
  return (
    <li className={company["card"]}>
      <div className={company["head"]}>
        <div className={company["titles"]}>
          <h3>
            <Written>{name}</Written>
          </h3>
          <p className={company["muted"]}>
            {kindText(t, kind)} · <Moment at={at} />
          </p>
        </div>
        <Button
          look="primary"
          busy={busy}
          aria-label={t("stuck.submitNamed", { name })}
          onPress={() => void submit()}
        >
          {t("stuck.submit")}
        </Button>
      </div>
      <p>
        <Written>{reason}</Written>
      </p>
      {error ? <Failure>{failureText(error)}</Failure> : null}
    </li>
  );
}
