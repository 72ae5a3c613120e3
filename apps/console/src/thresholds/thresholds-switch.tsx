import { useMutation, useQuery } from "urql";

import company from "../company/company.module.css";
import { Awaited, useFailureText } from "../design/notice.tsx";
import { Switch } from "../design/switch.tsx";
import { SwitchThresholdsDocument, ThresholdsSwitchDocument } from "../graphql/generated/documents.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";

/** Whether the company's thresholds apply at all. A change is saved at once. */
export function ThresholdsSwitch() {
  const t = useTranslate();
  const announce = useAnnounce();
  const failureText = useFailureText();
  const [{ data, error }, execute] = useQuery({
    query: ThresholdsSwitchDocument,
    requestPolicy: "network-only",
  });
  const [{ fetching, error: refusal }, change] = useMutation(SwitchThresholdsDocument);
  const refresh = () => execute({ requestPolicy: "network-only" });
  const settings = data?.approvalSettings;
  const save = async (thresholdsEnabled: boolean) => {
    const { error: failed } = await change({ thresholdsEnabled });
    if (!failed) announce(t("settings.saved"));
    refresh();
  };
  return (
    <>
      <Awaited answer={settings} error={error} onRetry={refresh} lines={1} />
      {settings === undefined ? null : (
        <section className={company["card"]}>
          <Switch
            label={t("thresholds.apply")}
            description={t(
              settings.thresholdsEnabled ? "thresholds.apply.about" : "thresholds.apply.aboutOff",
            )}
            isSelected={settings.thresholdsEnabled}
            isDisabled={fetching}
            onChange={(value) => void save(value)}
            error={refusal && failureText(refusal)}
          />
        </section>
      )}
    </>
  );
}
