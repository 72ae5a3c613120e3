import type { ladder as english } from "./ladder-en.ts";

/** Texts about the definition of ladders, in German. */
export const ladder = {
  "ladder.unknownGroup": "Die Firma hat keine Gruppe {id}",
  "ladder.inactiveGroup": "Die Gruppe {name} ist nicht mehr aktiv: Nennen Sie eine andere",
  "finding.SHORT_DURATION": "Stufe „{stage}“: weniger als 15 Minuten: {fields}",
  "finding.ESCALATION_LEFT": "Stufe „{stage}“ eskaliert an {name}: nicht mehr in der Firma",
  "finding.ESCALATION_GROUP_MISSING":
    "Stufe „{stage}“ eskaliert an die Gruppe {id}, die die Firma nicht hat: Wählen Sie eine andere",
  "finding.ESCALATION_GROUP_INACTIVE":
    "Stufe „{stage}“ eskaliert an die Gruppe „{group}“, die nicht mehr aktiv ist: Wählen Sie eine andere",
  "finding.ESCALATION_GROUP_EMPTY":
    "Stufe „{stage}“ eskaliert an die Gruppe „{group}“, in der niemand entscheiden kann",
  "finding.ESCALATION_GROUP_TOO_LARGE":
    "Stufe „{stage}“ eskaliert an die Gruppe „{group}“ mit {count, number} Mitgliedern; gefragt werden höchstens {maximum, number}",
  "finding.CALENDAR_MISSING":
    "Stufe „{stage}“: Die Firma hat keinen Kalender {id}, deshalb zählt die Zeit nach dem der Dokumentart oder der Firma",
  "finding.TIME_APPROVAL_OFF":
    "Stufe „{stage}“ wird zum Schluss genehmigt, aber die Einstellung dafür nennt keine Art von Dokumenten",
} as const satisfies Record<keyof typeof english, string>;
