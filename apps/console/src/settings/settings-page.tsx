import { CompanyName } from "./company-name.tsx";
import { Link } from "@tanstack/react-router";

import { Select } from "../design/field.tsx";
import { Card } from "../design/layout.tsx";
import { Page } from "../design/page.tsx";
import { Switch } from "../design/switch.tsx";
import { Awaited } from "../frame/awaited.tsx";
import { ApprovalSettingsDocument } from "../graphql/generated/documents.ts";
import { useRead } from "../graphql/use-read.ts";
import { type CompanyMessageId, useTranslate } from "../messages/i18n.ts";
import { ExclusiveGroups } from "./exclusive-groups.tsx";
import { FallbackApprovers } from "./fallback-approvers.tsx";
import { type Change, type SettingName, type Settings, useChange } from "./use-change.ts";

/** The settings that are one choice of several, with their values. */
const CHOICES = {
  onAmend: ["REFUSE", "ASK_AGAIN", "KEEP_VERDICTS"],
  onEmptyStage: ["REFUSE", "FALLBACK", "UNASSIGNED"],
  onSubmitterIsApprover: ["ALLOW", "EXCLUDE", "MANAGER"],
  onRepeatedApprover: ["ASK", "SKIP_CONSECUTIVE"],
  recall: ["NEVER", "UNTIL_FIRST_VERDICT", "ALWAYS"],
  runReaders: ["COMPANY", "INVOLVED"],
  unknownPeople: ["ACCEPT", "REFUSE"],
  mailFacts: ["NONE", "TITLE", "ALL"],
} as const satisfies { [Name in SettingName]?: readonly Settings[Name][] };

type Choice = keyof typeof CHOICES;
/** The settings that are on or off. */
type OnOrOff =
  | "submitterNeverDecides"
  | "onePersonOneStage"
  | "agentsMayDecide"
  | "defaultWorkflowBinds"
  | "returnUsesCurrentDefinition"
  | "rejectNeedsReason";

const DEPTHS = [1, 2, 3];
const SECONDS = [0, 2, 5, 10];
/** The days for which notifications are kept; 0: for ever. */
const DAYS = [0, 30, 90, 365];

/** The approval settings of a company. Each choice is saved at once. */
export function SettingsPage() {
  const t = useTranslate();
  const { data, refusal, refresh } = useRead(ApprovalSettingsDocument, {});
  const settings = data?.approvalSettings;
  const change = useChange(settings?.version, refresh);
  return (
    <Page
      title={t("settings.title")}
      lead={t("settings.lead")}
      actions={
        <Link to="/audit" search={{ entity: "approval_settings" }} className="alone">
          {t("settings.history")}
        </Link>
      }
    >
      <Awaited answer={settings} refusal={refusal} onRetry={refresh} lines={8} />
      {settings === undefined ? null : <Groups settings={settings} change={change} />}
    </Page>
  );
}

interface GroupsProps {
  settings: Settings;
  change: Change;
}

function Groups({ settings, change }: GroupsProps) {
  const t = useTranslate();
  const choice = (name: Choice) => <OneOf name={name} settings={settings} change={change} />;
  const onOrOff = (name: OnOrOff) => <OnOff name={name} settings={settings} change={change} />;
  return (
    <>
      <Group title="settings.group.company">
        <CompanyName settings={settings} change={change} />
      </Group>
      <Group title="settings.group.documents">
        {choice("onAmend")}
        {choice("recall")}
        {onOrOff("defaultWorkflowBinds")}
        {onOrOff("returnUsesCurrentDefinition")}
      </Group>
      <Group title="settings.group.missing">
        {choice("onEmptyStage")}
        <FallbackApprovers settings={settings} change={change} />
        <Numbered
          name="substitutionDepth"
          values={DEPTHS}
          text={(count) => t("settings.substitutionDepth.value", { count })}
          {...{ settings, change }}
        />
      </Group>
      <Group title="settings.group.who">
        {choice("onSubmitterIsApprover")}
        {choice("onRepeatedApprover")}
        {choice("unknownPeople")}
        {onOrOff("submitterNeverDecides")}
        {onOrOff("onePersonOneStage")}
        {onOrOff("agentsMayDecide")}
        <ExclusiveGroups settings={settings} change={change} />
      </Group>
      <Group title="settings.group.readers">
        {choice("runReaders")}
        {choice("mailFacts")}
      </Group>
      <Group title="settings.group.console">
        {onOrOff("rejectNeedsReason")}
        <Numbered
          name="graceSeconds"
          values={SECONDS}
          text={(count) => t("settings.graceSeconds.value", { count })}
          {...{ settings, change }}
        />
        <Numbered
          name="notificationDays"
          values={DAYS}
          text={(count) => t("settings.notificationDays.value", { count })}
          {...{ settings, change }}
        />
      </Group>
      <Group title="settings.group.webhooks">
        <Link to="/webhooks" className="alone">
          {t("webhooks.title")}
        </Link>
      </Group>
    </>
  );
}

function Group({ title, children }: { title: CompanyMessageId; children: React.ReactNode }) {
  const t = useTranslate();
  return (
    <Card>
      <h2>{t(title)}</h2>
      {children}
    </Card>
  );
}

function OneOf({ name, settings, change }: GroupsProps & { name: Choice }) {
  const t = useTranslate();
  const values: readonly Settings[Choice][] = CHOICES[name];
  return (
    <Select
      label={t(`settings.${name}`)}
      description={t(`settings.${name}.about`)}
      options={values.map((value) => ({ value, label: t(`settings.${value}`) }))}
      value={settings[name]}
      onChange={(value) => void change.save(name, { [name]: value })}
      error={change.errorAt(name)}
    />
  );
}

function OnOff({ name, settings, change }: GroupsProps & { name: OnOrOff }) {
  const t = useTranslate();
  return (
    <Switch
      label={t(`settings.${name}`)}
      description={t(`settings.${name}.about`)}
      isSelected={settings[name]}
      onChange={(value) => void change.save(name, { [name]: value })}
      error={change.errorAt(name)}
    />
  );
}

interface NumberedProps extends GroupsProps {
  name: "substitutionDepth" | "graceSeconds" | "notificationDays";
  values: readonly number[];
  /** A value, in words. */
  text: (value: number) => string;
}

/** A setting that is one of a few numbers, with 0 for none; one that was set elsewhere stands among them. */
function Numbered({ name, values, text, settings, change }: NumberedProps) {
  const t = useTranslate();
  const current = settings[name] ?? 0;
  const chosenValue = (value: number) => (name === "notificationDays" && value === 0 ? null : value);
  const all = [...new Set([...values, current])].toSorted((left, right) => left - right);
  return (
    <Select
      label={t(`settings.${name}`)}
      description={t(`settings.${name}.about`)}
      options={all.map((value) => ({ value: String(value), label: text(value) }))}
      value={String(current)}
      onChange={(value) => void change.save(name, { [name]: chosenValue(Number(value)) })}
      error={change.errorAt(name)}
    />
  );
}
