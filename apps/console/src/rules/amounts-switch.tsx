import { Card } from "../design/layout.tsx";
import { Switch } from "../design/switch.tsx";
import { Awaited } from "../frame/awaited.tsx";
import { SwitchAmountsDocument, AmountsSwitchDocument } from "../graphql/generated/documents.ts";
import { useCommand } from "../graphql/use-command.ts";
import { useRead } from "../graphql/use-read.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";

/** Whether rules of orders and invoices apply at all. A change is saved at once. */
export function AmountsSwitch() {
  const t = useTranslate();
  const announce = useAnnounce();
  const { data, refusal, refresh } = useRead(AmountsSwitchDocument, {});
  const change = useCommand(SwitchAmountsDocument);
  const settings = data?.approvalSettings;
  const save = async (thresholdsEnabled: boolean) => {
    const outcome = await change.send({ thresholdsEnabled });
    if (!outcome.refusal) announce(t("settings.saved"));
    refresh();
  };
  return (
    <>
      <Awaited answer={settings} refusal={refusal} onRetry={refresh} lines={1} />
      {settings === undefined ? null : (
        <Card>
          <Switch
            label={t("rules.amounts")}
            description={t(settings.thresholdsEnabled ? "rules.amounts.about" : "rules.amounts.aboutOff")}
            isSelected={settings.thresholdsEnabled}
            isDisabled={change.isBusy}
            onChange={(value) => void save(value)}
            error={change.refusal?.message}
          />
        </Card>
      )}
    </>
  );
}
