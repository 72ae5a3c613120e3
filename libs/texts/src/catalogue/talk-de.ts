import type { talk as english } from "./talk-en.ts";

/** Texts about what people ask each other before they decide, in German. */
export const talk = {
  "notification.CHANGES_WANTED": "{ref}: {by} wünscht Änderungen{remark}{ending}",
  "notification.QUESTION_ANSWERED": "{ref}: {by} hat geantwortet{remark}{ending}",
  "audit.action.requestChanges": "Um Änderungen gebeten",
  "audit.action.answerQuestion": "Geantwortet",
  "audit.action.endChanges": "Wunsch nach Änderungen beendet",
  "audit.action.closeRejected": "Nach einer Ablehnung abgeschlossen",
  "audit.did.requestChanges": "{who} hat bei {stage} um Änderungen an {what} gebeten",
  "audit.did.answerQuestion": "{who} hat zu {what} geantwortet",
  "audit.did.endChanges": "{who} hat den Wunsch nach Änderungen an {what} beendet",
  "audit.did.closeRejected": "{who} hat {what} nach der Ablehnung abgeschlossen",
  "run.notRejected": "Niemand hat das Dokument abgelehnt",
  "run.changesOfOneself": "Niemand bittet sich selbst um Änderungen",
  "run.changesWanted": "Es werden schon Änderungen gewünscht",
  "run.changesTooOften": "In einem Durchlauf dürfen {maximum}-mal Änderungen gewünscht werden",
  "run.waitsForChanges": "Von {name} werden Änderungen gewünscht: bis zur Antwort entscheidet niemand sonst",
  "talk.closed": "Diese Frage ist erledigt",
  "talk.missing": "Nachricht nicht gefunden",
  "talk.notYours": "Nur wer gefragt ist, antwortet",
} as const satisfies Record<keyof typeof english, string>;
