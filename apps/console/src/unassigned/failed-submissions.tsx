import { Button } from "../design/button.tsx";
import { Card, Muted, Row, Stack } from "../design/layout.tsx";
import { Failure } from "../design/notice.tsx";
import { Moment, Written } from "../design/values.tsx";
import { kindText } from "../document/kind.ts";
import { Awaited } from "../frame/awaited.tsx";
import { PagedList } from "../frame/paged-list.tsx";
import { usePages } from "../frame/use-pages.ts";
import {
  FailedSubmissionsDocument,
  type FailedSubmissionsQuery,
  SubmitAgainDocument,
} from "../graphql/generated/documents.ts";
import { useKeyedCommand } from "../graphql/use-command.ts";
import { useLocale, useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import { stuckChanges } from "./stuck-changes.ts";

type Failed = FailedSubmissionsQuery["failedSubmissionPage"]["data"][number];

const PAGE = 20;

/** Orders that need an approval and could not be submitted; nothing while there are none. */
export function FailedSubmissions() {
  const t = useTranslate();
  const locale = useLocale();
  const submissionPages = usePages({
    query: FailedSubmissionsDocument,
    variables: (page) => ({ ...page, locale }),
    size: PAGE,
    pageOf: ({ failedSubmissionPage }) => failedSubmissionPage,
  });
  const { refusal, refresh } = submissionPages;
  if (refusal) return <Awaited answer={undefined} refusal={refusal} onRetry={refresh} lines={2} />;
  if (submissionPages.pager === undefined || submissionPages.pager.total === 0) return null;
  return (
    <section aria-label={t("stuck.failed")}>
      <h2>{t("stuck.failed")}</h2>
      <Muted>{t("stuck.failedLead")}</Muted>
      <PagedList of={submissionPages} lines={2} look="cards">
        {(submission) => <OneOf key={submission.refId} failed={submission} onSubmitted={refresh} />}
      </PagedList>
    </section>
  );
}

function OneOf({ failed, onSubmitted }: { failed: Failed; onSubmitted: () => void }) {
  const t = useTranslate();
  const announce = useAnnounce();
  const { isBusy, refusal, send } = useKeyedCommand(SubmitAgainDocument);
  const { refId, ref, kind, workflowId, reason, at } = failed;
  const name = ref ?? kindText(t, kind);
  const submit = async () => {
    const outcome = await send({ refId, kind, workflowId });
    if (outcome.refusal) return;
    announce(t("stuck.submitted", { name }));
    stuckChanges.dispatchEvent(new Event("change"));
    onSubmitted();
  };
  return (
    <Card as="li">
      <Row isSpread>
        <Stack gap="tight">
          <h3>
            <Written>{name}</Written>
          </h3>
          <Muted>
            {kindText(t, kind)} · <Moment at={at} />
          </Muted>
        </Stack>
        <Button
          look="primary"
          busy={isBusy}
          aria-label={t("stuck.submitNamed", { name })}
          onPress={() => void submit()}
        >
          {t("stuck.submit")}
        </Button>
      </Row>
      <p>
        <Written>{reason}</Written>
      </p>
      {refusal ? <Failure>{refusal.message}</Failure> : null}
    </Card>
  );
}
