/** Texts of the page on which people confirm that an agent may post a journal entry. */
export const messages = {
  "confirm.ACCEPTED": "Sie haben zugestimmt",
  "confirm.ACCEPTEDLead":
    "Gehen Sie zurück zu Ihrem Agenten: Mit seinem nächsten Aufruf bucht er den Buchungssatz.",
  "confirm.DECLINED": "Sie haben abgelehnt",
  "confirm.DECLINEDLead": "Der Buchungssatz bleibt ein Entwurf. Sie können diese Seite schließen.",
  "confirm.EXPIRED": "Die Zeit für Ihre Antwort ist abgelaufen",
  "confirm.EXPIREDLead":
    "Der Buchungssatz bleibt ein Entwurf. Soll er gebucht werden, lassen Sie Ihren Agenten noch einmal fragen.",
  "confirm.accept": "Buchen",
  "confirm.account": "Konto",
  "confirm.changed":
    "Der Buchungssatz hat sich geändert, seit Ihr Agent gefragt hat. Sie können nur ablehnen; soll er gebucht werden, lassen Sie Ihren Agenten noch einmal fragen.",
  "confirm.credit": "Haben",
  "confirm.debit": "Soll",
  "confirm.decline": "Nicht buchen",
  "confirm.entry": "Buchungssatz {ref}",
  "confirm.lead":
    "Ihr Agent bittet darum, diesen Buchungssatz ins Hauptbuch zu buchen. Das lässt sich nicht rückgängig machen. Gefragt sind nur Sie, und Sie haben zehn Minuten Zeit.",
  "confirm.lines": "Zeilen des Buchungssatzes",
  "confirm.notYours": "Diese Frage gilt nicht Ihnen",
  "confirm.notYoursLead":
    "Sie sind als {name} angemeldet. Einen Buchungssatz bestätigt nur die Person, deren Agent ihn buchen möchte, innerhalb eines Tages nach der Frage.",
  "confirm.title": "Buchungssatz bestätigen",
  "confirm.titleOf": "Buchungssatz {ref} buchen?",
  "confirm.total": "Summe",
} as const;
