import { useMutation, useQuery } from "urql";

import { Select } from "../design/field.tsx";
import { Failure, Loading, useFailureText } from "../design/notice.tsx";
import { Page } from "../design/page.tsx";
import {
  ApprovalSettingsDocument,
  type SettingsFieldsFragment,
  UpdateSettingsDocument,
} from "../graphql/generated/documents.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import styles from "./settings-page.module.css";

/** The settings that are one choice of several, with their values. */
const CHOICES = {
  onAmend: ["REFUSE", "ASK_AGAIN", "KEEP_VERDICTS"],
  onEmptyStage: ["REFUSE", "FALLBACK", "UNASSIGNED"],
  onSubmitterIsApprover: ["ALLOW", "EXCLUDE", "MANAGER"],
  onRepeatedApprover: ["ASK", "SKIP_CONSECUTIVE"],
  recall: ["NEVER", "UNTIL_FIRST_VERDICT", "ALWAYS"],
} as const satisfies { [Name in keyof SettingsFieldsFragment]?: readonly SettingsFieldsFragment[Name][] };

type Name = keyof typeof CHOICES;

/** What a company may set about its approvals. Each choice is saved at once. */
export function SettingsPage() {
  const t = useTranslate();
  const announce = useAnnounce();
  const failureText = useFailureText();
  const [{ data, error }, execute] = useQuery({
    query: ApprovalSettingsDocument,
    requestPolicy: "network-only",
  });
  const [{ fetching, error: refusal }, update] = useMutation(UpdateSettingsDocument);
  const refresh = () => execute({ requestPolicy: "network-only" });
  const settings = data?.approvalSettings;
  const set = async (name: Name, value: string) => {
    if (settings === undefined) return;
    const input = { [name]: value };
    const { error: failed } = await update({ input, expectedVersion: settings.version });
    if (!failed) announce(t("settings.saved"));
    refresh();
  };
  return (
    <Page title={t("settings.title")} lead={t("settings.lead")}>
      {error ? <Failure onRetry={refresh}>{failureText(error)}</Failure> : null}
      {refusal ? <Failure>{failureText(refusal)}</Failure> : null}
      {settings === undefined ? error ? null : <Loading lines={6} /> : null}
      {settings === undefined ? null : (
        <div className={styles["settings"]}>
          {Object.entries(CHOICES).map(([name, values]) => (
            <Select
              key={name}
              label={t(`settings.${name as Name}`)}
              options={values.map((value) => ({ value, label: t(`settings.${value}`) }))}
              value={settings[name as Name]}
              onChange={(value) => void set(name as Name, value)}
              isDisabled={fetching}
            />
          ))}
        </div>
      )}
    </Page>
  );
}
