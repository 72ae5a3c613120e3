/** The texts about rules in German. */
export const rules = {
  "rule.policyOnly": "{kind} hat nur eine Regel: die Richtlinie der Personalabteilung",
  "rule.kindUnknown": "Für {kind} gibt es keine Regeln",
  "rule.otherKind": "Die Regel gilt für {kind}",
  "rule.tooMany": "{kind} hat {maximum} Regeln; mehr sind nicht möglich",
  "rule.noDraft": "Die Regel hat keinen Entwurf",
  "rule.draftChanged": "Jemand hat den Entwurf inzwischen geändert",
  "rule.orderChanged": "Jemand hat die Reihenfolge der Regeln inzwischen geändert",
  "rule.changedSinceShown": "Jemand hat die Regeln geändert, seit Sie sie sahen",
  "rule.orderNamesAll": "order: nennt jede veröffentlichte Regel der Art einmal, nur nicht den Standard",
  "rule.notPublished": "Niemand hat die Regel je veröffentlicht",
  "rule.inForce": "Die Regel gilt: Schalten Sie sie aus, bevor Sie sie löschen",
  "rule.notDeleted": "Der Standardablauf einer Art wird nicht hier gelöscht",
  "rule.noStages": "Die Regel braucht mindestens eine Stufe",
  "rule.noLimit":
    "Eine Regel für Aufträge oder Rechnungen braucht einen Betrag oder einen Rabatt, ab dem sie gilt",
  "rule.whenOfOrder": "Für Aufträge und Rechnungen zählen nur Betrag und Rabatt",
  "rule.discountOfDocument": "Nur Aufträge und Rechnungen haben einen Rabatt",
  "rule.defaultIsForAll":
    "Der Standardablauf hat keine Bedingung und keine Reihenfolge, und er lässt sich nicht ausschalten",
} as const;
