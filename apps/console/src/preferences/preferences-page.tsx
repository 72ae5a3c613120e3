import { useRef, useState } from "react";

import { Select } from "../design/field.tsx";
import { Card, Muted, Stack } from "../design/layout.tsx";
import { Page } from "../design/page.tsx";
import { Awaited } from "../frame/awaited.tsx";
import {
  NotificationPreferencesDocument,
  type NotificationPreferencesQuery,
  UpdateNotificationPreferencesDocument,
} from "../graphql/generated/documents.ts";
import { useCommand } from "../graphql/use-command.ts";
import { useRead } from "../graphql/use-read.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import { useConsole } from "../shell/console-context.ts";
import styles from "./preferences-page.module.css";

type Preference = NotificationPreferencesQuery["notificationPreferences"][number];
type Channel = Preference["channel"];
type When = Preference["when"];

/** Those of which anybody hears anything. */
const CATEGORIES = ["ASKED", "REMINDER", "QUESTION", "OUTCOME"] as const satisfies Preference["category"][];
const CHOICES: Readonly<Record<Channel, readonly When[]>> = {
  IN_APP: ["NOW", "OFF"],
  EMAIL: ["NOW", "DIGEST", "OFF"],
};

/** When the reader hears of what, in the console and by mail (contract-3, TIME-5). Each choice is saved at once. */
export function PreferencesPage() {
  const t = useTranslate();
  const { viewer } = useConsole();
  const { data, refusal, refresh } = useRead(NotificationPreferencesDocument, { viewerId: viewer.userId });
  return (
    <Page title={t("preferences.title")} lead={t("preferences.lead")}>
      <Awaited answer={data} refusal={refusal} onRetry={refresh} lines={8} />
      {data === undefined ? null : (
        <Card>
          <Preferences of={data} />
          <Mails of={data} />
        </Card>
      )}
    </Page>
  );
}

interface PreferencesProps {
  of: NotificationPreferencesQuery;
}

function Preferences({ of }: PreferencesProps) {
  const t = useTranslate();
  const { notificationChannels: channels } = of;
  return (
    <table className={styles["table"]} aria-label={t("preferences.title")}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visuallyHidden">{t("preferences.news")}</span>
          </th>
          {channels.map((channel) => (
            <th key={channel} scope="col">
              {t(`preferences.${channel}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {CATEGORIES.map((category) => (
          <tr key={category}>
            <th scope="row">
              <Stack as="span" gap="tight">
                {t(`preferences.${category}`)}
                <Muted as="span">{t(`preferences.${category}.about`)}</Muted>
              </Stack>
            </th>
            {channels.map((channel) => (
              <td key={channel}>
                <Choice of={of} channel={channel} category={category} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type ChoiceProps = PreferencesProps & { channel: Channel; category: (typeof CATEGORIES)[number] };

function Choice({ of, channel, category }: ChoiceProps) {
  const t = useTranslate();
  const announce = useAnnounce();
  const { send, refusal } = useCommand(UpdateNotificationPreferencesDocument);
  const [chosenWhen, setChosenWhen] = useState<When>();
  const storedPreference = of.notificationPreferences.find(
    (preference) => preference.channel === channel && preference.category === category,
  )?.when;
  /** The choice that was saved last; none before the first. */
  const savedWhen = useRef<When>(undefined);
  // One after the other: the last choice is the one that stays.
  const before = useRef<Promise<void>>(Promise.resolve());
  const save = async (when: When) => {
    const outcome = await send({ input: { preferences: [{ channel, category, when }] } });
    if (outcome.refusal === undefined) {
      savedWhen.current = when;
      announce(t("preferences.saved"));
    }
    setChosenWhen(savedWhen.current);
  };
  const choose = (when: When) => {
    setChosenWhen(when);
    before.current = before.current.then(() => save(when));
  };
  return (
    <Select
      label={t("preferences.of", {
        category: t(`preferences.${category}`),
        channel: t(`preferences.${channel}`),
      })}
      labelHidden
      options={CHOICES[channel].map((value) => ({ value, label: t(`preferences.${value}`) }))}
      value={chosenWhen ?? storedPreference ?? null}
      onChange={choose}
      error={refusal?.message}
    />
  );
}

/** Where the reader's mails go, or why there are none. */
function Mails({ of: { notificationChannels: channels, user } }: PreferencesProps) {
  const t = useTranslate();
  const { auth } = useConsole().session;
  const address = user?.email ?? "";
  if (!channels.includes("EMAIL")) return <Muted>{t("preferences.noMail")}</Muted>;
  if (address === "") return <Muted tone="warn">{t("preferences.noAddress")}</Muted>;
  const isRefused = user?.mailFailing === true;
  return (
    <Stack gap="small">
      <Muted tone={isRefused ? "bad" : "muted"}>
        {t(isRefused ? "preferences.refused" : "preferences.address", { address })}
      </Muted>
      {auth.kind !== "development" || auth.mailsUrl === undefined ? null : (
        <Muted>
          <a href={auth.mailsUrl}>{t("login.mails")}</a>
        </Muted>
      )}
    </Stack>
  );
}
