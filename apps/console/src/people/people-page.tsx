import { Page } from "../design/page.tsx";
import { Tabs } from "../design/tabs.tsx";
import { useSearch } from "../frame/use-search.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useConsole } from "../shell/console-context.ts";
import { AllAbsences } from "./all-absences.tsx";
import { OwnAbsences } from "./own-absences.tsx";
import { PeopleList } from "./people-list.tsx";

type Tab = "own" | "list" | "absences";

/** The reader's absences, the people of the company, and for administrators the absences of all (contract-3, CON-18). */
export function PeoplePage() {
  const t = useTranslate();
  const { viewer } = useConsole();
  const [search, change] = useSearch();
  const known: readonly Tab[] = viewer.privileged ? ["own", "list", "absences"] : ["own", "list"];
  const tab = known.find((one) => one === search["tab"]) ?? "own";
  const contents = { own: <OwnAbsences />, list: <PeopleList />, absences: <AllAbsences /> };
  return (
    <Page title={t("people.title")} lead={t("people.lead")}>
      <Tabs
        label={t("people.title")}
        value={tab}
        onChange={(next) => change({ tab: next === "own" ? undefined : next })}
        tabs={known.map((id) => ({
          id,
          label: t(`people.${id}`),
          content: id === tab ? contents[id] : null,
        }))}
      />
    </Page>
  );
}
