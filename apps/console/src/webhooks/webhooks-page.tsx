import { Link } from "@tanstack/react-router";
import { useEffect } from "react";

import { Button } from "../design/button.tsx";
import { Card, Entry, List, Muted, Row, Stack } from "../design/layout.tsx";
import { Empty, Failure } from "../design/notice.tsx";
import { Page } from "../design/page.tsx";
import { Tag } from "../design/status.tsx";
import { Moment, Written } from "../design/values.tsx";
import { Awaited } from "../frame/awaited.tsx";
import {
  OwnerWebhooksDocument,
  type OwnerWebhooksQuery,
  TestWebhookDocument,
} from "../graphql/generated/documents.ts";
import { useCommand } from "../graphql/use-command.ts";
import { useRead } from "../graphql/use-read.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";

type Webhook = OwnerWebhooksQuery["ownerWebhooks"][number];
type Delivery = Webhook["lastDeliveries"][number];

const TONES = { OK: "good", RETRYING: "waiting", PAUSED: "bad" } as const;

/** How long after an answer the page reads again, while events wait, in milliseconds. */
const AGAIN_MS = 2_000;

/** Whether the events of each owner get through, and a way to try it (contract-3, WEB-2). */
export function WebhooksPage() {
  const t = useTranslate();
  const { data, refusal, isBusy, refresh } = useRead(OwnerWebhooksDocument, {});
  const webhooks = data?.ownerWebhooks;
  const isWaiting = webhooks?.some(({ pending }) => pending > 0) ?? false;
  useEffect(() => {
    if (!isWaiting || isBusy) return undefined;
    const timer = setTimeout(refresh, AGAIN_MS);
    return () => clearTimeout(timer);
  });
  return (
    <Page
      title={t("webhooks.title")}
      lead={t("webhooks.lead")}
      actions={
        <Button busy={isBusy} onPress={refresh}>
          {t("webhooks.refresh")}
        </Button>
      }
    >
      <Awaited answer={webhooks} refusal={refusal} onRetry={refresh} lines={6} />
      {webhooks?.length === 0 ? (
        <Empty icon="link" title={t("webhooks.empty")}>
          {t("webhooks.emptyLead")}
        </Empty>
      ) : null}
      {webhooks?.map((webhook) => (
        <WebhookCard key={`${webhook.owner} ${webhook.chat}`} webhook={webhook} onTested={refresh} />
      ))}
    </Page>
  );
}

function WebhookCard({
  webhook: { owner, chat, host, state, since, pending, lastDeliveries },
  onTested,
}: {
  webhook: Webhook;
  onTested: () => void;
}) {
  const t = useTranslate();
  const announce = useAnnounce();
  const { isBusy, refusal, send } = useCommand(TestWebhookDocument);
  const isChat = chat !== null && chat !== undefined;
  const name = isChat ? t("webhooks.chatOf", { owner, format: t(`webhooks.format.${chat}`) }) : owner;
  const test = async () => {
    const outcome = await send({ owner, chat: isChat });
    if (outcome.refusal) return;
    announce(t("webhooks.tested", { owner: name }));
    onTested();
  };
  return (
    <Card aria-label={name}>
      <Row isSpread>
        <Stack gap="tight">
          <h2>
            <Written>{name}</Written>
          </h2>
          <Muted>
            <Written>{host}</Written>
          </Muted>
        </Stack>
        <Button
          busy={isBusy}
          aria-label={t("webhooks.testNamed", { owner: name })}
          onPress={() => void test()}
        >
          {t("webhooks.test")}
        </Button>
      </Row>
      {refusal ? <Failure>{refusal.message}</Failure> : null}
      <Row as="p">
        <Tag tone={TONES[state]}>{t(`webhooks.state.${state}`)}</Tag>
        {t("webhooks.pending", { count: pending })}
        {since === null || since === undefined ? null : (
          <Muted as="span">
            {t("webhooks.since")} <Moment at={since} />
          </Muted>
        )}
      </Row>
      {state === "PAUSED" ? (
        <Muted tone="warn">
          {t("webhooks.resume")}{" "}
          <code>npm run outbox -- resume --owner {isChat ? `"${owner} chat"` : owner}</code>
        </Muted>
      ) : null}
      <h3>{t("webhooks.deliveries")}</h3>
      {lastDeliveries.length === 0 ? <Muted>{t("webhooks.noDeliveries")}</Muted> : null}
      <List aria-label={t("webhooks.deliveriesOf", { owner: name })}>
        {lastDeliveries.map((delivery) => (
          <DeliveryEntry key={`${delivery.at} ${delivery.type} ${delivery.refId}`} delivery={delivery} />
        ))}
      </List>
    </Card>
  );
}

function DeliveryEntry({ delivery: { at, type, refId, result, attempt } }: { delivery: Delivery }) {
  const t = useTranslate();
  return (
    <Entry>
      <Stack gap="tight">
        <span>
          {refId === null || refId === undefined ? (
            t("webhooks.isTest")
          ) : (
            <Link to="/documents/$refId" params={{ refId }}>
              {type}
            </Link>
          )}
        </span>
        <Muted as="span">
          <Moment at={at} /> · {t("webhooks.attempt", { attempt })}
        </Muted>
      </Stack>
      <Tag tone={result === "OK" ? "good" : "bad"}>{t(`webhooks.result.${result}`)}</Tag>
    </Entry>
  );
}
