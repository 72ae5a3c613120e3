import { Button } from "../design/button.tsx";
import { TextField } from "../design/field.tsx";
import { Row } from "../design/layout.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { useKept, useSending } from "../shell/kept.ts";
import type { Change, Settings } from "./use-change.ts";

/** Of the work that is kept. */
const NAME = "settings.companyName";

/** Name of the company, shown above the menu from the next visit on. */
export function CompanyName({ settings, change }: { settings: Settings; change: Change }) {
  const t = useTranslate();
  const [keptName, keep] = useKept<string>(NAME);
  const sendState = useSending();
  const storedName = settings.companyName ?? "";
  const name = keptName ?? storedName;
  const save = async () => {
    const companyName = name.trim() === "" ? null : name.trim();
    const { finish } = sendState(NAME);
    if (await change.save("companyName", { companyName })) finish(NAME);
  };
  return (
    <>
      <TextField
        label={t("settings.companyName")}
        description={t("settings.companyName.about")}
        value={name}
        onChange={keep}
        maxLength={200}
        error={change.errorAt("companyName")}
      />
      {name.trim() === storedName ? null : (
        <Row>
          <Button onPress={() => void save()}>{t("company.save")}</Button>
        </Row>
      )}
    </>
  );
}
