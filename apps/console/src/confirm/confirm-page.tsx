import { useParams } from "@tanstack/react-router";

import { Button } from "../design/button.tsx";
import { Card, Muted, Row, Stack } from "../design/layout.tsx";
import { Empty, Failure } from "../design/notice.tsx";
import { Page } from "../design/page.tsx";
import { useDeliberate } from "../design/use-deliberate.ts";
import { Written, formatDay } from "../design/values.tsx";
import { Awaited } from "../frame/awaited.tsx";
import {
  AnswerJournalConfirmationDocument,
  JournalConfirmationDocument,
  type JournalConfirmationQuery,
} from "../graphql/generated/documents.ts";
import { useCommand } from "../graphql/use-command.ts";
import { useRead } from "../graphql/use-read.ts";
import { useFormats, useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import { useConsole } from "../shell/console-context.ts";
import { useReachable } from "../shell/reachable.ts";
import { EntryLines } from "./entry-lines.tsx";

type Question = NonNullable<JournalConfirmationQuery["journalConfirmation"]>;

/** The question of the journal whether an agent may post an entry, for the user whose agent it is (contract-3, MCP-3). */
export function ConfirmPage() {
  const t = useTranslate();
  const { id } = useParams({ from: "/confirm/$id" });
  const { data, refusal, refresh } = useRead(JournalConfirmationDocument, { id });
  const question = data?.journalConfirmation;
  if (question) return <Asked question={question} onAnswered={refresh} />;
  return (
    <Page title={t("confirm.title")}>
      {question === null ? <NotAsked /> : null}
      <Awaited answer={data} refusal={refusal} onRetry={refresh} lines={6} />
    </Page>
  );
}

/** The page of everybody who is not asked, whether there is such a question or not. */
function NotAsked() {
  const t = useTranslate();
  const { viewer } = useConsole();
  return (
    <Empty icon="lock" title={t("confirm.notYours")}>
      {t("confirm.notYoursLead", { name: viewer.name ?? viewer.userId })}
    </Empty>
  );
}

function Asked({ question, onAnswered }: { question: Question; onAnswered: () => void }) {
  const t = useTranslate();
  const locale = useFormats();
  const { ref, description, date, status, changed } = question;
  const entryName = t("confirm.entry", { ref });
  const entry = (
    <Card aria-label={entryName}>
      <Stack gap="tight">
        <Muted>{formatDay(locale, date)}</Muted>
        <p>
          <Written>{description}</Written>
        </p>
      </Stack>
      <EntryLines question={question} />
    </Card>
  );
  if (status !== "OPEN") {
    return (
      <Page title={entryName}>
        <Empty icon={ICONS[status]} title={t(`confirm.${status}`)}>
          {t(`confirm.${status}Lead`)}
        </Empty>
        {entry}
      </Page>
    );
  }
  return (
    <Page title={t("confirm.titleOf", { ref })} lead={t("confirm.lead")}>
      {changed ? <Failure>{t("confirm.changed")}</Failure> : null}
      {entry}
      <Answer question={question} onAnswered={onAnswered} />
    </Page>
  );
}

const ICONS = { ACCEPTED: "check", DECLINED: "cross", EXPIRED: "clock" } as const;

/** The two answers. What the journal refuses meanwhile, such as an answer after the time, shows in the question itself. */
function Answer({ question: { id, changed }, onAnswered }: { question: Question; onAnswered: () => void }) {
  const t = useTranslate();
  const deliberate = useDeliberate();
  const { isBusy, refusal, send } = useCommand(AnswerJournalConfirmationDocument);
  const announce = useAnnounce();
  const isReachable = useReachable();
  const answer = async (accept: boolean) => {
    const { refusal: sendRefusal } = await send({ input: { id, accept } });
    if (!sendRefusal) announce(t(accept ? "confirm.ACCEPTED" : "confirm.DECLINED"));
    onAnswered();
  };
  return (
    <>
      {refusal ? <Failure>{refusal.message}</Failure> : null}
      <Row {...deliberate}>
        <Button busy={isBusy} isDisabled={!isReachable} onPress={() => void answer(false)}>
          {t("confirm.decline")}
        </Button>
        {changed ? null : (
          <Button look="primary" busy={isBusy} isDisabled={!isReachable} onPress={() => void answer(true)}>
            {t("confirm.accept")}
          </Button>
        )}
      </Row>
    </>
  );
}
