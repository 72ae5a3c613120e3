import type { IconName } from "../design/icon.tsx";
import type { MessageId } from "../messages/i18n.ts";

/** A page of the console, as menus name it. */
export interface Place {
  to:
    | "/inbox"
    | "/requests"
    | "/decided"
    | "/documents"
    | "/notifications"
    | "/people"
    | "/rules"
    | "/calendars"
    | "/settings"
    | "/stuck"
    | "/audit";
  icon: IconName;
  text: MessageId;
}

/** Everybody's pages. */
export const OWN_PLACES: readonly Place[] = [
  { to: "/inbox", icon: "inbox", text: "inbox.title" },
  { to: "/requests", icon: "sent", text: "submissions.title" },
  { to: "/decided", icon: "check", text: "decided.title" },
  { to: "/documents", icon: "search", text: "documents.title" },
  { to: "/notifications", icon: "bell", text: "notifications.title" },
  { to: "/people", icon: "people", text: "people.title" },
];

/** The pages of administrators. */
export const COMPANY_PLACES: readonly Place[] = [
  { to: "/rules", icon: "flow", text: "rules.title" },
  { to: "/calendars", icon: "calendar", text: "calendars.title" },
  { to: "/settings", icon: "sliders", text: "settings.title" },
  { to: "/stuck", icon: "warning", text: "unassigned.title" },
  { to: "/audit", icon: "history", text: "audit.title" },
];

/** The pages that a reader has. */
export const placesOf = ({ privileged }: { privileged: boolean }): readonly Place[] =>
  privileged ? [...OWN_PLACES, ...COMPANY_PLACES] : OWN_PLACES;
