import { Empty } from "../design/notice.tsx";
import { Page } from "../design/page.tsx";
import { kindText } from "../document/kind.ts";
import { NewRecord } from "../frame/new-record.tsx";
import { PagedList } from "../frame/paged-list.tsx";
import { usePages } from "../frame/use-pages.ts";
import {
  ApprovalSettingsDocument,
  CalendarNamesDocument,
  CalendarsDocument,
} from "../graphql/generated/documents.ts";
import { useRead } from "../graphql/use-read.ts";
import { useTranslate } from "../messages/i18n.ts";
import { type Settings, useChange } from "../settings/use-change.ts";
import { useConsole } from "../shell/console-context.ts";
import { CalendarCard } from "./calendar-card.tsx";
import { CalendarForm } from "./calendar-form.tsx";
import { ChosenCalendars } from "./chosen-calendars.tsx";

const PAGE = 10;

/** When people work: the company's calendars, changed by privileged users (contract-3, TIME-1). */
export function CalendarsPage() {
  const t = useTranslate();
  const { viewer } = useConsole();
  const calendarPages = usePages({
    query: CalendarsDocument,
    variables: (page) => page,
    size: PAGE,
    pageOf: ({ approvalCalendarPage }) => approvalCalendarPage,
  });
  const names = useRead(CalendarNamesDocument, {});
  const { data, refresh } = useRead(ApprovalSettingsDocument, {});
  const settings = data?.approvalSettings;
  const change = useChange(settings?.version, refresh);
  const calendars = names.data?.approvalCalendarPage.data;
  const onSaved = () => {
    calendarPages.refresh();
    names.refresh();
  };
  const usesOf = (id: string) => (settings === undefined ? [] : usesIn(settings, id));
  const inWords = (use: string) => (use === COMPANY ? t("calendars.useCompany") : kindText(t, use));
  return (
    <Page title={t("calendars.title")} lead={t("calendars.lead")}>
      {viewer.privileged && settings !== undefined && calendars !== undefined ? (
        <ChosenCalendars settings={settings} change={change} calendars={calendars} />
      ) : null}
      <NewRecord
        kept="calendar.new"
        title={t("calendars.new")}
        form={(close) => (
          <CalendarForm
            calendar={undefined}
            year={new Date().getFullYear()}
            onClose={close}
            onSaved={onSaved}
          />
        )}
      />
      <PagedList
        of={calendarPages}
        lines={8}
        look="cards"
        aria-label={t("calendars.title")}
        empty={
          <Empty icon="calendar" title={t("calendars.empty")}>
            {t("calendars.empty.about")}
          </Empty>
        }
      >
        {(calendar) => (
          <CalendarCard
            key={calendar._id}
            calendar={calendar}
            uses={usesOf(calendar._id).map(inWords)}
            onSaved={onSaved}
          />
        )}
      </PagedList>
    </Page>
  );
}

/** Stands for the company beside kinds, whose names begin with a capital letter. */
const COMPANY = "company";

function usesIn({ calendarId, kindCalendars }: Settings, id: string): string[] {
  const kinds = kindCalendars.filter((choice) => choice.calendarId === id).map(({ kind }) => kind);
  return calendarId === id ? [COMPANY, ...kinds] : kinds;
}
