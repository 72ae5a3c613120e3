import { Empty } from "../design/notice.tsx";
import { Page } from "../design/page.tsx";
import { useTranslate } from "../messages/i18n.ts";

/** An address that leads nowhere. */
export function NotFound() {
  const t = useTranslate();
  return (
    <Page title={t("notFound.title")}>
      <Empty icon="link" title={t("notFound.lead")} />
    </Page>
  );
}
