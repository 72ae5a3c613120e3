import { useEffect, useRef } from "react";

import { Button } from "../design/button.tsx";
import { Muted } from "../design/layout.tsx";
import { Failure } from "../design/notice.tsx";
import { Moment, Written } from "../design/values.tsx";
import {
  AnswerQuestionDocument,
  ConversationDocument,
  type ConversationQuery,
} from "../graphql/generated/documents.ts";
import { useKeyedCommand } from "../graphql/use-command.ts";
import { useRead } from "../graphql/use-read.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import { useConsole } from "../shell/console-context.ts";
import { useKeptText } from "../shell/kept.ts";
import { useReachable } from "../shell/reachable.ts";
import styles from "./conversation.module.css";
import { documentName } from "./kind.ts";
import { Part } from "./part.tsx";
import { ReasonField, fits } from "./reason-field.tsx";
import { submitterName } from "./submitter-name.ts";
import type { RunEvent, Task } from "./task.ts";

type Message = ConversationQuery["conversation"][number];

const SPOKEN: ReadonlySet<string> = new Set(["CHANGES_WANTED", "QUESTION_ANSWERED"]);

interface ConversationProps {
  tasks: readonly Task[];
  events: readonly RunEvent[];
  onAnswered: () => void;
}

/** The questions and answers about the document; nothing where nobody asked. */
export function Conversation({ tasks, events, onAnswered }: ConversationProps) {
  const [task] = tasks as [Task];
  const isSpokenOf = events.some(({ event }) => SPOKEN.has(event));
  const { data, refusal, refresh } = useRead(ConversationDocument, { refId: task.refId }, isSpokenOf);
  const readEvents = useRef(events.length);
  useEffect(() => {
    if (readEvents.current === events.length) return;
    readEvents.current = events.length;
    if (isSpokenOf) refresh();
  });
  const t = useTranslate();
  const { viewer } = useConsole();
  if (!isSpokenOf) return null;
  const messages = data?.conversation ?? [];
  const isWaiting = tasks.some(({ waitingOnAnswer }) => waitingOnAnswer);
  const open = isWaiting ? messages.findLast(({ kind, closed }) => kind === "CHANGES" && !closed) : undefined;
  return (
    <Part title={t("talk.title")}>
      {refusal ? <Failure onRetry={refresh}>{refusal.message}</Failure> : null}
      <ol className={styles["messages"]}>
        {messages.map((message) => (
          <li key={message._id} className={styles["message"]}>
            <Muted>
              <Written>{message.author?.name}</Written> · <Moment at={message.createdAt} />
            </Muted>
            <p className={styles["text"]}>
              <Written>{message.text}</Written>
            </p>
            {message === open && message.toUserId !== viewer.userId ? (
              <Muted tone="warn">{t("talk.waits", { name: submitterName(t, task) })}</Muted>
            ) : null}
          </li>
        ))}
      </ol>
      {open?.toUserId === viewer.userId ? (
        <Answer key={open._id} question={open} name={documentName(t, task)} onAnswered={onAnswered} />
      ) : null}
    </Part>
  );
}

interface AnswerProps {
  question: Message;
  /** The name of the document. */
  name: string;
  onAnswered: () => void;
}

/** The answer of the person whom the approval waits for. */
function Answer({ question, name, onAnswered }: AnswerProps) {
  const t = useTranslate();
  const announce = useAnnounce();
  const isReachable = useReachable();
  const [text, setText] = useKeptText(`answer.${question._id}`);
  const { send, isBusy, refusal } = useKeyedCommand(AnswerQuestionDocument);
  const isReady = text.trim() !== "" && fits(text) && isReachable;
  const answer = async () => {
    const outcome = await send({ questionId: question._id, text: text.trim() });
    if (outcome.refusal) return;
    setText("");
    announce(t("talk.answered", { name }));
    onAnswered();
  };
  return (
    <form
      className={styles["answer"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isBusy) void answer();
      }}
    >
      <p>{t("talk.waitsForYou")}</p>
      {refusal ? <Failure>{refusal.message}</Failure> : null}
      <ReasonField label={t("talk.answer")} help="recall.reasonHelp" value={text} onChange={setText} />
      <Button type="submit" look="primary" busy={isBusy} isDisabled={!isReady}>
        {t("talk.send")}
      </Button>
    </form>
  );
}
