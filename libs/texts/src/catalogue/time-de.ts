import type { time as english } from "./time-en.ts";

/** Texts about ladders, reminders and escalations, in German. */
export const time = {
  "notification.REMINDED": "{ref} wartet weiterhin auf Ihre Genehmigung – {stage}{ending}{nudge}",
  "notification.ESCALATED": "{ref} ging nach Ablauf der Frist an {person} – {stage}{ending}",
  "notification.ESCALATION_FAILED": "{ref} konnte nicht eskaliert werden – {stage}{ending}",
  "notification.TIMED_OUT_APPROVED": "{ref} ist durch Zeitablauf genehmigt – {stage}{ending}",
  "notification.TIMED_OUT_REJECTED": "{ref} ist durch Zeitablauf abgelehnt – {stage}{ending}",
  "audit.action.remind": "Erinnert",
  "audit.action.escalate": "Eskaliert",
  "audit.action.timeOut": "Durch Zeitablauf beendet",
  "audit.action.nudge": "An die Genehmigung erinnert",
  "leftOut.STOOD_IN": "jemand hat anstelle von {name} entschieden, weil die Frist verstrichen war",
  "leftOut.REPLACED": "nach Ablauf der Frist entscheidet jemand anstelle von {name}",
  "ladder.tooManyReminders": "Geben Sie höchstens {maximum} Erinnerungen an",
  "ladder.noEnd": "Geben Sie an, wann die Stufe endet",
  "ladder.levels": "Geben Sie eine ganze Zahl von 1 bis {maximum} an",
  "ladder.levelsOfManagers": "Mehr als eine Stufe gibt es nur bei Vorgesetzten",
  "ladder.users": "Geben Sie 1 bis {maximum} Personen an",
  "ladder.ascends": "Geben Sie eine spätere Zeit als die davor an",
  "ladder.approveNotAllowed":
    "Dokumente der Art {kind} dürfen nicht durch Zeitablauf genehmigt werden: siehe die Einstellungen",
  "ladder.approveNowhereAllowed":
    "Keine Art von Dokumenten darf durch Zeitablauf genehmigt werden: siehe die Einstellungen",
  "run.alreadyNudged": "Sie haben schon erinnert",
  "run.nudgeNotYours": "Nur wer das Dokument eingereicht hat, erinnert an die Genehmigung",
  "run.nudgeNobody": "Zurzeit wird niemand um eine Genehmigung gebeten",
  "snooze.past": "Wählen Sie einen Zeitpunkt in der Zukunft",
  "snooze.tooLong": "Wählen Sie einen Zeitpunkt in höchstens {days} Tagen",
  "snooze.afterDue": "Wählen Sie einen Zeitpunkt vor der Frist ({due})",
} as const satisfies Record<keyof typeof english, string>;
