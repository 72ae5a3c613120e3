import type { messages as english } from "./talk-en.ts";

/** Texts about what people ask each other before they decide, in German. */
export const messages = {
  "ask.open": "Nachfragen",
  "ask.title": "{name} um Änderungen bitten",
  "ask.lead":
    "Die Genehmigung wartet, bis das Dokument geändert oder geantwortet wird, höchstens 30 Tage. Bis dahin entscheiden nur Sie über diese Stufe.",
  "ask.text": "Was sich ändern soll",
  "ask.confirm": "Um Änderungen bitten",
  "ask.done": "Um Änderungen gebeten: {name}",
  "talk.title": "Gespräch",
  "talk.waits": "Wartet auf {name}",
  "talk.waitsForYou":
    "Die Genehmigung wartet auf Sie. Ändern Sie das Dokument dort, wo Sie es erstellt haben, oder antworten Sie hier.",
  "talk.answer": "Ihre Antwort",
  "talk.send": "Antworten",
  "talk.answered": "Beantwortet: {name}",
  "requests.close": "Abschließen",
  "requests.closeName": "{name} abschließen",
  "requests.closed": "Abgeschlossen: {name}",
  "requests.closeRefused": "Nicht abgeschlossen: {reason}",
  "requests.wants": "Änderungen gewünscht: {text}",
  "event.changesWanted":
    "{hasPrincipal, select, yes {{who} wünscht Änderungen für {principal}} other {{who} wünscht Änderungen}}",
  "event.questionAnswered": "{who} hat geantwortet",
} as const satisfies Record<keyof typeof english, string>;
