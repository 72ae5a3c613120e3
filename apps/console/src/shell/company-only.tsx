import { Outlet } from "@tanstack/react-router";

import { Empty } from "../design/notice.tsx";
import { Page } from "../design/page.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { useConsole } from "./console-context.ts";

/** A page for privileged users. Others read its purpose and whom to ask for access. */
export function CompanyOnly() {
  const t = useTranslate();
  const { viewer } = useConsole();
  if (viewer.privileged) return <Outlet />;
  return (
    <Page title={t("company.refused")}>
      <Empty icon="lock" title={t("company.refusedTitle")}>
        {t("company.refusedLead")}
      </Empty>
    </Page>
  );
}
