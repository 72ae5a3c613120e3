import type { missingRecords as english } from "./missing-en.ts";

/** Texts for records that are not there, in German. */
export const missingRecords = {
  "missing.workflow": "Diesen Ablauf gibt es nicht",
  "missing.stage": "Diese Stufe gibt es nicht",
  "missing.approver": "Diesen Genehmiger gibt es nicht",
  "missing.version": "Diese Fassung des Ablaufs gibt es nicht",
  "missing.task": "Diese Stufe des Dokuments gibt es nicht",
  "missing.approval": "Diese Genehmigung gibt es nicht",
  "missing.policy": "Diese Personalrichtlinie gibt es nicht",
  "missing.threshold": "Diese Betragsregel gibt es nicht",
  "missing.rule": "Diese Genehmigungsregel gibt es nicht",
  "missing.calendar": "Diesen Kalender gibt es nicht",
  "missing.group": "Diese Gruppe gibt es nicht",
  "missing.limit": "Dieses Genehmigungslimit gibt es nicht",
  "missing.notification": "Diese Mitteilung gibt es nicht",
  "missing.substitution": "Diese Vertretung gibt es nicht",
  "missing.view": "Diese Ansicht gibt es nicht",
  "missing.request": "Anfrage nicht gefunden",
  "missing.document": "Dieses Dokument gibt es nicht",
  "missing.employee": "Diesen Mitarbeiter gibt es nicht",
  "missing.order": "Diesen Auftrag gibt es nicht",
  "missing.user": "Diesen Benutzer gibt es nicht",
  "missing.person": "Diese Person gibt es nicht",
  "missing.confirmation": "Diese Frage gibt es nicht",
  "missing.file": "Diese Datei gibt es nicht",
} as const satisfies Record<keyof typeof english, string>;
