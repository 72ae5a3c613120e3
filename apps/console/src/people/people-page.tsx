import { Page } from "../design/page.tsx";
import { Tabs } from "../design/tabs.tsx";
import { useSearch } from "../frame/use-search.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useConsole } from "../shell/console-context.ts";
import { AllAbsences } from "./all-absences.tsx";
import { CompanyGroups } from "./company-groups.tsx";
import { CompanyLimits } from "./company-limits.tsx";
import { OwnAbsences } from "./own-absences.tsx";
import { PeopleList } from "./people-list.tsx";

type Tab = "own" | "list" | "groups" | "limits" | "absences";

/**
 * The reader's absences, people, groups and approval limits of the company, and for administrators the absences of all
 * (contract-3, CON-18).
 */
export function PeoplePage() {
  const t = useTranslate();
  const { viewer } = useConsole();
  const [search, change] = useSearch();
  const sharedTabs: readonly Tab[] = ["own", "list", "groups", "limits"];
  const knownTabs = viewer.privileged ? [...sharedTabs, "absences" as const] : sharedTabs;
  const tab = knownTabs.find((candidate) => candidate === search["tab"]) ?? "own";
  const contents = {
    own: <OwnAbsences />,
    list: <PeopleList />,
    groups: <CompanyGroups />,
    limits: <CompanyLimits />,
    absences: <AllAbsences />,
  };
  return (
    <Page title={t("people.title")} lead={t("people.lead")}>
      <Tabs
        label={t("people.title")}
        value={tab}
        onChange={(next) => change({ tab: next === "own" ? undefined : next })}
        tabs={knownTabs.map((id) => ({
          id,
          label: t(`people.${id}`),
          content: id === tab ? contents[id] : null,
        }))}
      />
    </Page>
  );
}
