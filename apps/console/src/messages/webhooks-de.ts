import type { messages as english } from "./webhooks-en.ts";

/** Texts of the page of webhooks, in German. */
export const messages: Readonly<Record<keyof typeof english, string>> = {
  "settings.group.webhooks": "Andere Systeme",
  "webhooks.attempt": "Versuch {attempt, number}",
  "webhooks.chatOf": "{owner} in {format}",
  "webhooks.deliveries": "Letzte Zustellungen",
  "webhooks.deliveriesOf": "Letzte Zustellungen an {owner}",
  "webhooks.empty": "Kein System erfährt Ergebnisse durch einen Webhook",
  "webhooks.emptyLead": "Der Betreiber nennt sie in der Konfiguration, in OWNER_WEBHOOKS.",
  "webhooks.format.SLACK": "Slack",
  "webhooks.format.TEAMS": "Teams",
  "webhooks.isTest": "Test",
  "webhooks.lead":
    "Ob die Systeme, die Dokumente einreichen, erfahren, was daraus geworden ist, und Chats, was zu entscheiden ist. Die Zustellungen sind die Ihrer Firma.",
  "webhooks.noDeliveries": "Für Ihre Firma ging noch nichts hinaus.",
  "webhooks.pending":
    "{count, plural, =0 {nichts wartet} one {# Ereignis wartet} other {# Ereignisse warten}}",
  "webhooks.refresh": "Aktualisieren",
  "webhooks.result.ADDRESS": "führt in ein privates Netz",
  "webhooks.result.GONE": "nicht mehr da (410)",
  "webhooks.result.NETWORK": "keine Verbindung",
  "webhooks.result.OK": "angenommen",
  "webhooks.result.REDIRECT": "umgeleitet",
  "webhooks.result.STATUS": "abgewiesen",
  "webhooks.result.TIMEOUT": "keine Antwort in 10 Sekunden",
  "webhooks.resume":
    "Der Empfänger hat geantwortet, dass es ihn nicht mehr gibt. Ist er zurück, setzt der Betreiber ihn fort:",
  "webhooks.since": "seit",
  "webhooks.state.OK": "Kommt an",
  "webhooks.state.PAUSED": "Angehalten",
  "webhooks.state.RETRYING": "Wird wiederholt",
  "webhooks.test": "Test senden",
  "webhooks.tested": "Ein Test ist unterwegs an {owner}",
  "webhooks.testNamed": "Test senden an {owner}",
  "webhooks.title": "Webhooks",
};
