import { notifications } from "./notifications-de.ts";
import { audit } from "./audit-de.ts";
import { faults } from "./faults-de.ts";
import { history } from "./history-de.ts";
import { ladder } from "./ladder-de.ts";
import { missingRecords } from "./missing-de.ts";
import { owners } from "./owners-de.ts";
import { rules } from "./rules-de.ts";
import { talk } from "./talk-de.ts";
import { time } from "./time-de.ts";
import type { TextCode } from "../text.ts";

/** The texts in German. */
export const messages: Readonly<Record<TextCode, string>> = {
  "chat.asked": "Ein Dokument wartet auf Genehmigung",
  "chat.amount": "Betrag",
  "chat.file": "Datei: {name}",
  "document.submittedBy": "Eingereicht von",
  "chat.test": "Test: {name} probiert, ob Nachrichten hier ankommen",
  "mail.asked": "Ein Dokument wartet auf Ihre Genehmigung",
  "mail.news": "Es gibt Neues zu einem Dokument",
  "mail.manyAsked":
    "{count, plural, one {1 Dokument wartet} other {{count} Dokumente warten}} auf Ihre Genehmigung",
  "mail.manyNews": "Es gibt Neues zu {count} Dokumenten",
  "mail.digest":
    "{count, plural, one {1 Nachricht} other {{count} Nachrichten}} seit Ihrer letzten Übersicht",
  "mail.open": "Öffnen",
  "mail.preferences": "Wählen, was per Mail kommt",
  "mail.why":
    "Sie erhalten diese Mail wegen Ihrer Einstellungen für Mitteilungen. Entschieden wird in der Konsole; kein Link entscheidet.",
  "role.MANAGER": "Führungskraft",
  "role.HEAD_OF_DEPARTMENT": "Abteilungsleitung",
  "role.HR": "Personalabteilung",

  "unattended.empty": "Die Stufe „{stage}“ hat keine Genehmiger",
  "unattended.quorum": "Die Stufe „{stage}“ kann die nötige Zahl an Genehmigungen nicht erreichen",
  "unattended.quorumBecause":
    "Die Stufe „{stage}“ kann die nötige Zahl an Genehmigungen nicht erreichen: {people}",
  "unattended.nobody": "In der Stufe „{stage}“ kann niemand entscheiden",
  "unattended.nobodyBecause": "In der Stufe „{stage}“ kann niemand entscheiden: {people}",
  "leftOut.INACTIVE": "{name} ist ausgeschieden",
  "leftOut.OWN_CHANGE": "{name} (durch eigene Änderung)",
  "leftOut.SUBMITTER": "{name} hat das Dokument eingereicht",
  "leftOut.BENEFICIARY": "um {name} geht es in dem Dokument",
  "leftOut.onePersonOneStage": "{name} entscheidet in einer anderen Stufe",
  "leftOut.exclusiveGroups": "{name} hat Gruppen, die einander ausschließen",
  "leftOut.editorIds": "{name} hat das Dokument geändert",
  "leftOut.agent": "{name} ließ es einen Agenten einreichen",
  "leftOut.agentsMayDecide": "{name} ist ein Agent",
  "source.groupTooLarge": "die Gruppe {name} hat {count} Mitglieder, höchstens {maximum} sind möglich",
  "source.groupEmpty": "die Gruppe {name} hat keine Mitglieder",
  "source.groupGone": "die Gruppe {name} wird nicht mehr verwendet",
  "source.groupUnknown": "die Gruppe, die genehmigen soll, gibt es nicht",
  "source.noManager": "{name} hat keine Führungskraft",
  "source.managersInCircle": "die Führungskräfte von {name} bilden einen Kreis",
  "source.noAmount": "das Dokument hat keinen Betrag",
  "source.noLimit": "keine Führungskraft von {name} darf {amount} {currency} genehmigen",
  "source.noDepartment": "{name} gehört zu keiner Abteilung",
  "source.noHead": "die Abteilung hat keine Leitung",
  "source.notStated": "nur die Anwendung, aus der das Dokument stammt, sagt, wer {key} ist",
  "source.noFact": "im Dokument fehlt die Angabe {key}",
  "source.notOfCompany": "{key} nennt niemanden aus der Firma",
  "source.nobodyBefore": "niemand hat eine Stufe davor genehmigt",

  "finding.NO_STAGES": "Der Ablauf hat keine Stufen",
  "finding.DUPLICATE_ORDER": "Die Reihenfolge {order} kommt bei den Stufen mehrmals vor",
  "finding.NO_APPROVERS": "Die Stufe „{stage}“ hat keine Genehmiger",
  "finding.NO_GROUPS": "Kein Genehmiger der Stufe „{stage}“ gehört zu einer Gruppe",
  "finding.QUORUM_UNREACHABLE": "Die Stufe „{stage}“ kann die nötige Zahl an Genehmigungen nicht erreichen",
  "finding.QUORUM_UNREACHABLE_LEFT":
    "Die Stufe „{stage}“ kann die nötige Zahl an Genehmigungen ohne die Ausgeschiedenen nicht erreichen",
  "finding.GROUP_LEFT": "Alle aus der Gruppe „{group}“ sind ausgeschieden",
  "finding.APPROVER_LEFT": "{name} ist ausgeschieden",
  "finding.NOBODY_LEFT": "Alle Genehmiger der Stufe „{stage}“ sind ausgeschieden",
  "finding.SUBMITTER":
    "Wenn {names} einreicht, kann niemand die Stufe „{stage}“ abschließen: Wer einreicht, entscheidet nicht",
  "finding.EARLIER":
    "Niemand kann die Stufe „{stage}“ abschließen: {rule, select, exclusiveGroups {die Gruppen schließen einander aus} other {jede Person entscheidet nur in einer Stufe}}",
  "finding.EARLIER_ONCE":
    "Niemand kann die Stufe „{stage}“ abschließen, sobald {names} in früheren Stufen entschieden {rule, select, exclusiveGroups {haben: die Gruppen schließen einander aus} other {haben: jede Person entscheidet nur in einer Stufe}}",
  "finding.CONDITION_INVALID": "Stufe „{stage}“: {why}",
  "finding.FACT_NOT_DECLARED": "Stufe „{stage}“: Nennen Sie die Angabe {fact} mit dem Typ {types}",
  "finding.NO_STAGE_BEFORE":
    "Die Stufe „{stage}“ ist die erste: Vor ihr hat niemand genehmigt, dessen Führungskraft gefragt werden könnte",
  "finding.GROUP_MISSING": "Stufe „{stage}“: Die Gruppe {id} gibt es nicht",
  "finding.GROUP_INACTIVE":
    "Stufe „{stage}“: Die Gruppe „{group}“ gibt es nicht mehr, wählen Sie eine andere",
  "finding.GROUP_EMPTY": "Stufe „{stage}“: Die Gruppe „{group}“ hat keine Mitglieder",
  "finding.GROUP_TOO_LARGE":
    "Stufe „{stage}“: Die Gruppe „{group}“ hat {count} Mitglieder, gefragt werden höchstens {maximum}",
  "finding.NO_HOLIDAYS": "Der Kalender „{calendar}“ hat in den kommenden 12 Monaten keinen freien Tag",
  "finding.AMOUNT_SIGN":
    "In der Stufe „{stage}“ gilt {part} nicht für eine Gutschrift dieser Größe; auch das Gegenstück gehört dazu, etwa document.amount < -1000.0",
  "finding.AMOUNT_SIGN_RULE":
    "In der Bedingung der Regel gilt {part} nicht für eine Gutschrift dieser Größe; auch das Gegenstück gehört dazu, etwa document.amount < -1000.0",
  "finding.OTHER_CURRENCIES":
    "Die Regel gilt nie für Dokumente in einer anderen Währung als {currency}; ein Dokument ohne Währung fragt sie",
  "finding.RULE_SHADOWED":
    "Die Regel gilt nie: „{rule}“ kommt vor ihr und gilt für jedes Dokument, für das sie da ist",
  "finding.RULE_NEVER_APPLIES": "Die Regel gilt nie: Sie hat keine Grenze",
  "finding.ALL_CONDITIONAL":
    "Jede Stufe hat eine Bedingung: Ein Dokument, das keine erfüllt, wird abgewiesen",
  "quorum.meaningless":
    "Eine Zahl hat {approveBy, select, ANY {bei „eine Genehmigung genügt“} other {bei „alle genehmigen“}} keine Bedeutung",
  "quorum.count": "Die Zahl der Genehmigungen ist eine ganze Zahl ab 1",
  "quorum.percent": "Der Anteil der Genehmigungen ist eine ganze Zahl von 1 bis 100",

  "condition.tooLong": "Die Bedingung hat mehr als {maximum} Zeichen",
  "condition.tooManyNodes":
    'Die Bedingung hat mehr als {maximum} Namen, Werte und Operatoren; viele Vergleiche mit einem Feld sind eine Liste: kind in ["A", "B"]',
  "condition.tooDeep":
    "Die Bedingung hat mehr als {maximum} Klammern, Operatoren, Aufrufe oder Felder ineinander",
  "condition.syntax":
    "Die Bedingung ist ab dem {position}. Zeichen nicht lesbar, vor „{rest}“; erwartet wird eine Form wie document.amount > 10000.0",
  "condition.ends":
    "Die Bedingung endet am {position}. Zeichen zu früh; erwartet wird eine Form wie document.amount > 10000.0",
  "condition.unknown": "{part} ist nicht bekannt; erwartet wird {known}",
  "condition.noFacts": "{part} ist nicht bekannt: Diese Fassung des Ablaufs nennt keine Angaben",
  "condition.unknownFact":
    "{part} ist nicht bekannt; die Angaben, die diese Fassung des Ablaufs nennt, sind {known}",
  "condition.noFields": "{part} ist vom Typ {type} und hat kein Feld {field}",
  "condition.function": "{part}: {name} ist nicht erlaubt; erwartet wird eine der Funktionen {functions}",
  "condition.macro":
    "Eine Bedingung hat außer has keine Makros; erwartet wird eine der Funktionen {functions}",
  "condition.call": "{part} ist nicht erlaubt; erwartet wird eine Form wie {form}",
  "condition.notAllowed":
    "{part} ist nicht erlaubt; erwartet werden Namen, Texte, Zahlen, true, false, Listen von Texten, Vergleiche, in, &&, ||, !, ?: und die Funktionen {functions}",
  "condition.number":
    "{part} ist nicht erlaubt; erwartet wird eine Zahl mit höchstens {maximum} Ziffern wie 10000.50",
  "condition.currency": '{part} ist kein Währungscode; erwartet wird ein Text wie "EUR"',
  "condition.type": "{part} ist vom Typ {found}; erwartet wird {expected}",
  "condition.comparison":
    "{part} vergleicht {left} mit {right}; erwartet werden zwei Zahlen (double, int), zwei Texte (string) oder mit == und != zwei vom Typ bool",
  "condition.form.TEXT":
    "{part} gleicht nie {beside}; erwartet wird ein Text in NFC ohne Leerzeichen am Rand, etwa {example}",
  "condition.form.DATE":
    "{part} ist kein Datum wie {beside}; erwartet wird ein Datum als JJJJ-MM-TT, etwa {example}",
  "condition.form.DATETIME":
    "{part} ist kein Zeitpunkt wie {beside}; erwartet wird ein Zeitpunkt nach RFC 3339, etwa {example}",
  "condition.form.ID":
    "{part} ist keine Kennung wie {beside}; erwartet werden 24 hexadezimale Zeichen in Kleinbuchstaben, etwa {example}",
  "condition.form.KIND":
    "{part} ist keine Dokumentart wie {beside}; erwartet wird eine Dokumentart, etwa {example}",
  "condition.form.CURRENCY":
    "{part} ist keine Währung wie {beside}; erwartet wird der Code einer Währung in Großbuchstaben, etwa {example}",
  "condition.money": '{part} ist ein Betrag mit Währung; erwartet wird {part}.amountIn("EUR")',
  "condition.branches":
    "{part} ergibt {left} oder {right}; erwartet wird beide Male derselbe Typ: bool, string, double oder int",

  "condition.missing": "{path} fehlt",
  "condition.otherCurrency": "{path} ist in {currency}",
  "condition.notOfType": "{path} ist nicht vom genannten Typ {type}",
  "condition.failed": "Die Bedingung lässt sich nicht auswerten: {reason}",

  ...faults,
  "input.fault": "„{field}“ {fault}",
  "input.invalid": "Diese Eingabe passt nicht: {field}",
  "input.required": "Diese Eingabe fehlt: {field}",
  "input.missing": "Diese Eingabe fehlt: {field}",
  "input.malformedId": "{field} hat nicht die Form einer Kennung",
  "input.unknownPerson": "Das Verzeichnis kennt die Person {id} nicht",
  "input.personLeft": "Die Person ist ausgeschieden",
  "input.noSuchDate": "Dieses Datum gibt es nicht",
  "input.notADate": "Geben Sie ein Datum an",
  "input.unknownTimeZone": "Die Zeitzone {timeZone} ist nicht bekannt",
  "input.notATimeZone": "Geben Sie eine Zeitzone wie Europe/Berlin an",
  "input.groupsAlike":
    "„{one}“ und „{other}“ liest man gleich; nennen Sie Gruppen, die man unterscheiden kann",
  "input.limit": "Geben Sie einen Wert von 0 bis {maximum} an, oder keinen",
  "input.tooManyValues": "Die Anfrage hat mehr als {maximum} Werte",
  "input.everyRow": "Eine Datei enthält immer alle Zeilen",
  "input.tooManyRows": "Es sind mehr als {maximum} Zeilen; grenzen Sie die Auswahl ein",
  "input.searchTooLong":
    "Die Suche dauert zu lange; grenzen Sie sie nach Stand oder Art ein, oder suchen Sie nach einer Referenz",

  "input.inboxTooLong":
    "Die Suche dauert zu lange; grenzen Sie sie nach Art ein, suchen Sie nach einer Referenz, oder blättern Sie mit after statt skip",
  "input.auditTooLong": "Die Suche dauert zu lange; grenzen Sie sie auf einen Datensatz ein",
  "input.readTooLong": "Die Suche dauert zu lange; grenzen Sie sie ein",
  "input.narrowBy": "Die Suche dauert zu lange; grenzen Sie sie ein durch {fields}",

  "run.notActionable": "Diese Genehmigung gibt es nicht, oder sie lässt sich nicht mehr ändern",
  "run.statusRefused": "Der Stand {status} lässt sich nicht setzen",
  "run.revisionChanged": "Das Dokument oder seine Stufe hat sich geändert",
  "run.alreadyOpen": "Für dieses Dokument läuft bereits eine Genehmigung",
  "run.notOpen": "Für dieses Dokument läuft keine Genehmigung",
  "run.notAmendable": "Das Dokument lässt sich nicht ändern, solange seine Genehmigung läuft",
  "run.eitherWorkflowOrStages": "Nennen Sie entweder einen Ablauf oder eigene Stufen, nicht beides",
  "run.stageOrderNotFinite": "Die Reihenfolge einer Stufe ist eine endliche Zahl",
  "run.noDefaultWorkflow":
    "Für {kind} hat die Firma keinen Ablauf vorgesehen, und die Einreichung nennt keinen",
  "run.tooManyStages": "Eine Genehmigung hat höchstens {maximum} Stufen",
  "run.tooManySeats": "Eine Genehmigung hat höchstens 1.000 Plätze",
  "run.noRoomForStage": "Hier ist kein Platz für eine weitere Stufe",
  "run.returnStageMissing": "Die Stufe, an die es zurückgehen soll, gibt es nicht",
  "run.notInBulk": "In der Stufe „{stage}“ wird jedes Dokument einzeln entschieden",
  "run.alreadyDecided": "{name} hat bereits entschieden",
  "run.stageDecided": "Die Stufe ist bereits entschieden",
  "run.noVerdictGiven": "Sie haben in dieser Stufe nicht entschieden",
  "run.onePersonOneVote": "Jede Person hat in einer Stufe eine Stimme",
  "run.substituteSubmitted": "Wer das Dokument eingereicht hat, entscheidet auch in Vertretung nicht",
  "run.substituteIsAbout": "Um wen es in dem Dokument geht, entscheidet auch in Vertretung nicht",
  "run.substituteHasSeat": "Wer in der Stufe selbst gefragt ist, entscheidet dort nicht in Vertretung",
  "run.ownChange":
    "Niemand setzt sich selbst ein: Eine eigene Änderung nach der Einreichung würde Sie hier entscheiden lassen",
  "run.duty":
    "Funktionstrennung: {duty, select, onePersonOneStage {Jede Person entscheidet nur in einer Stufe} exclusiveGroups {Die Gruppen schließen einander aus} editorIds {Wer das Dokument geändert hat, entscheidet nicht} agent {Was ein Agent eingereicht hat, entscheidet jemand anderes} agentsMayDecide {Agenten entscheiden nicht} other {Wer einreicht oder um wen es geht, entscheidet nicht}}",
  "run.recallNotYours":
    "Nur wer das Dokument eingereicht hat, oder ein privilegierter Benutzer zieht es zurück",
  "run.recallNever": "In dieser Firma werden Dokumente nicht zurückgezogen",
  "run.recallTooLate": "Nach der ersten Entscheidung lässt sich das Dokument nicht zurückziehen",
  "run.notInvolved": "Das können nur Beteiligte und privilegierte Benutzer",
  "run.orderNotYours":
    "Diesen Auftrag reicht nur ein, wer ihn angelegt hat, oder ein privilegierter Benutzer",
  "run.postingNeedsApproval": "Dieser Auftrag muss genehmigt sein, bevor er gebucht wird",
  "run.referenceIsOwners": "Die Referenz ändert nur der Eigentümer des Dokuments",
  "run.openTaskKept": "Eine Stufe einer laufenden Genehmigung lässt sich nicht löschen",
  "route.noStage": "Keine Stufe ist für dieses Dokument zuständig",
  "route.notYours": "Nur privilegierte Benutzer dürfen nach dem Weg eines fremden Dokuments fragen",
  "route.factMissing": "document.facts: Der Workflow verlangt {key} vom Typ {type}",
  "route.factType": "document.facts: {key} muss vom Typ {type} sein, nicht {given}",
  "route.conditionError": "Die Bedingung der Stufe „{stage}“ ließ sich nicht auswerten: {error}",
  "ask.kind": "kind: {kind} ist keine Art von agents",
  "ask.action":
    "action: muss JSON von höchstens {maximum} Byte in kanonischer Form sein (RFC 8785), höchstens {depth}-fach verschachtelt",
  "ask.either": "Entweder workflowId oder approvers angeben, nicht beides",
  "ask.ruleDecides": "Eine Regel dieser Art entscheidet",
  "ask.nobody":
    "Keine Regel dieser Art bestimmt, wer gefragt wird, und es gibt keine Vorgesetzten: approvers mit Kennung oder E-Mail-Adresse nennen",
  "ask.addressUnknown": "approvers[{at}]: niemand in der Firma hat die Adresse {address}",
  "ask.addressShared":
    "approvers[{at}]: mehrere Personen in der Firma haben die Adresse {address}: eine mit der Kennung nennen",
  "ask.noLinks": "{field}: darf keinen Link enthalten; was aufgerufen werden soll, gehört in action",
  "ask.rejected": "Abgelehnt von {name} am {day}; einen Menschen fragen",
  "run.keyReused": "Der Schlüssel gehört schon zu einem anderen Befehl",
  "run.tooManyKeys": "Diese Genehmigung hat zu viele Schlüssel; senden Sie den Befehl ohne einen",

  "seat.notYours": "Das können nur Genehmiger der laufenden Stufe und privilegierte Benutzer",
  "seat.notForYourself": "Niemand fügt sich selbst hinzu",
  "seat.notForSubmitter":
    "Wer das Dokument eingereicht hat oder um wen es geht, wird nicht hinzugefügt, und niemand, wo das nicht bekannt ist",
  "seat.hasOne": "Die Person ist in dieser Stufe bereits gefragt",
  "seat.tookAnother":
    "Die Person hat diese Stufe nach der Einreichung geändert oder ihr jemanden genommen und wird dort nicht gefragt",
  "seat.tooMany": "Eine Stufe hat höchstens {maximum} Genehmiger",
  "seat.removeNotPrivileged": "Nur privilegierte Benutzer entfernen eine Genehmigung",
  "seat.removeOwn": "Niemand entfernt die eigene Genehmigung",
  "seat.removeBeside": "Niemand entfernt Genehmigungen aus einer Stufe, über die er selbst entscheidet",
  "seat.removeDecided": "Eine entschiedene Genehmigung lässt sich nicht entfernen",
  "seat.removeLast": "Die letzte Person, die entscheiden kann, lässt sich nicht entfernen",
  "seat.tooFewLeft": "Es blieben weniger Genehmiger, als die Stufe braucht",
  "seat.reassignNotYours": "Nur die gefragte Person oder ein privilegierter Benutzer gibt sie weiter",
  "seat.reassignMissing": "In dieser Stufe gibt es keine Genehmigung, die sich weitergeben lässt",
  "seat.reassignLeftOut": "Eine ausgelassene Genehmigung geben nur privilegierte Benutzer weiter",
  "seat.reassignToSelf": "Nennen Sie jemand anderes",
  "seat.reassignTooOften": "Eine Genehmigung wird höchstens {maximum}-mal weitergegeben",
  "seat.resolveNotPrivileged": "Nur privilegierte Benutzer lassen die Genehmiger einer Stufe neu bestimmen",
  "seat.resolveNotAsked": "Die Genehmiger dieser Stufe werden bestimmt, wenn sie gefragt wird",
  "seat.remarkNotYours": "Nur die gefragte Person schreibt die Bemerkung",
  "seat.remarkDecided": "Die Bemerkung zu einer Entscheidung lässt sich nicht ändern",

  "workflow.noStages": "Der Ablauf hat keine Stufen",
  "workflow.stageEmpty": "Die Stufe „{stage}“ hat keine Genehmiger",
  "workflow.quorumUnreachable": "Die Stufe „{stage}“ kann die nötige Zahl an Genehmigungen nicht erreichen",
  "workflow.stageOrderTwice": "Die Reihenfolge {order} kommt bei den Stufen mehrmals vor",
  "workflow.changed": "Jemand hat den Ablauf inzwischen geändert",
  "workflow.tooManyApprovers": "Eine Stufe hat höchstens {maximum} Genehmiger",
  "workflow.stageOfAnother": "Die Stufe gehört zu einem anderen Ablauf",
  "policy.noLevel": "Eine Richtlinie braucht mindestens eine Ebene",
  "policy.orderNotPositive": "Die Reihenfolge einer Ebene ist eine ganze Zahl ab 1",
  "policy.orderTwice": "Die Reihenfolge {order} kommt mehrmals vor",
  "policy.roleTwice": "Die Rolle {role} kommt mehrmals vor",
  "policy.exists": "Für {kind} gibt es in der Firma bereits eine Richtlinie",
  "policy.missing": "Für {kind} gibt es keine Richtlinie mit Ebenen",
  "policy.nobodyResolved": "Für {kind} ließ sich niemand finden, der genehmigt",
  "group.hasChanged": "Jemand hat die Gruppe inzwischen geändert",
  "limit.hasChanged": "Jemand hat das Limit inzwischen geändert",
  "calendar.hasChanged": "Jemand hat den Kalender inzwischen geändert",
  "policy.hasChanged": "Jemand hat die Richtlinie inzwischen geändert",
  "settings.unknownCalendar": "Die Firma hat keinen Kalender {id}",
  "settings.unknownKind": "{kind} ist hier keine Art von Dokument",
  "settings.kindTwice": "{kind} steht schon in der Liste: Nennen Sie jede Art einmal",
  "settings.changed": "Jemand hat die Einstellungen inzwischen geändert",
  "substitution.circle": "Vertretungen dürfen keinen Kreis bilden",
  "substitution.forOneself": "Niemand vertritt sich selbst",
  "substitution.endsFirst": "Der letzte Tag liegt vor dem ersten",
  "substitution.tooLong": "Eine Vertretung dauert höchstens {maximum} Tage",
  "substitution.past": "Der letzte Tag ist schon vorbei",
  "substitution.needsReason": "Nennen Sie einen Grund, wenn Sie jemand anderes vertreten lassen",
  "substitution.tooManyPeople": "Die Person vertritt höchstens {maximum} Personen zur gleichen Zeit",
  "substitution.tooManyKinds":
    "Die Person vertritt andere zur gleichen Zeit für höchstens {maximum} Arten von Dokumenten",
  "substitution.notYourself": "Niemand macht sich selbst zum Vertreter",
  "substitution.tooMany": "Eine Person hat höchstens {maximum} Vertretungen, die noch nicht vorbei sind",
  "substitution.notYours": "Das können nur die vertretene Person und privilegierte Benutzer",
  "view.tooMany": "Eine Person hat höchstens {maximum} Ansichten",

  "person.left": "{name} ist ausgeschieden",
  "person.youLeft": "Sie sind aus der Firma ausgeschieden",
  "person.auditor": "Prüfer ändern nichts",
  "person.notPrivileged": "Das können nur privilegierte Benutzer",
  "person.auditNotPrivileged": "Nur privilegierte Benutzer lesen das Protokoll",
  "person.serviceForOwner": "Dieser Dienst spricht nicht für Dokumente von {owner}",
  "person.serviceForCompany": "Dieser Dienst spricht nicht für die Firma",
  "person.serviceKind": "{kind} gehört nicht zu {owner}",
  "person.serviceToken": "Mit der Anmeldung eines Dienstes geht das nicht",
  "person.notService": "Das können nur Dienste",
  "person.tokenMissing": "Sie sind nicht angemeldet",
  "person.notExpected": "Sie sind als jemand anderes angemeldet",
  "person.tokenExpired": "Die Anmeldung ist abgelaufen, während die Anfrage wartete",
  "person.tokenEnded": "Die Anmeldung ist abgelaufen",
  "person.tokenTooLong": "Die Anmeldung ist zu lang",
  "person.tokenInvalid": "Die Anmeldung ist nicht gültig",
  "person.tokenClaimRefused": "Die Anmeldung ist nicht gültig: „{claim}“ passt nicht",
  "person.tokenClaimMissing": "Die Anmeldung ist nicht gültig: „{claim}“ fehlt",
  "person.developmentOnly": "Die Anmeldung für Entwickler gibt es nur auf diesem Rechner",

  "calendar.time": "Geben Sie eine Uhrzeit von {from} bis {to} an",
  "calendar.timeAfter": "Geben Sie eine Uhrzeit nach {from} an",
  "calendar.overlap": "Die Zeiten überschneiden sich: Geben Sie eine Uhrzeit ab {from} an",
  "calendar.closedTwice": "{date} ist geschlossen und hat weitere Einträge",

  "calendar.noWork": "Geben Sie Arbeitszeit an, die innerhalb von {days} Tagen liegt",
  "calendar.named": "Diesen Kalender nennt noch {places}: Tragen Sie dort zuerst einen anderen ein",
  "calendar.tooLittle": "Der Kalender hat in fünf Jahren zu wenig Arbeitszeit",
  "duration.oneUnit": "Geben Sie Arbeitstage, Arbeitsstunden oder Stunden an",
  "duration.days": "Geben Sie eine ganze Zahl von Tagen von {from} bis {to} an",
  "duration.hours": "Geben Sie Stunden von 1/3600 (eine Sekunde) bis {to} an",

  "group.exists": "Es gibt bereits eine Gruppe „{name}“",
  "group.ofDirectory": "Die Gruppe „{name}“ kommt aus dem Verzeichnis und wird nur dort geändert",
  "limit.mayApproveUpTo": "{name} darf bis zu {amount} {currency} genehmigen",
  "limit.mayApproveNothing": "{name} darf hier nichts genehmigen",
  "limit.oneHolder": "Nennen Sie entweder eine Person oder eine Gruppe",
  "limit.exists": "Diese Person oder Gruppe hat bereits ein Limit für {kind} in {currency}",
  "confirmation.answered": "Die Frage ist bereits beantwortet",
  "confirmation.expired": "Die Zeit für die Antwort ist abgelaufen",
  "confirmation.changed": "Der Buchungssatz {ref} hat sich geändert, seit der Agent gefragt hat",
  "confirmation.posted": "Der Buchungssatz {ref} ist bereits gebucht",

  "passing.journal": "Das Journal hat nicht geantwortet; versuchen Sie es noch einmal",
  "passing.store": "Der Speicher ist nicht erreichbar; versuchen Sie es noch einmal",
  "passing.storeNothing":
    "Der Speicher ist nicht erreichbar; nichts ist gespeichert, versuchen Sie es noch einmal",
  "passing.storeUnknown": "Der Speicher ist nicht erreichbar; ob die Änderung gespeichert ist, weiß niemand",
  "passing.busy":
    "Zu viele ändern denselben Datensatz; nichts ist gespeichert, versuchen Sie es gleich noch einmal",
  "passing.crowd": "Zu viele andere bearbeiten dieses Dokument; versuchen Sie es noch einmal",
  "passing.outcomeUnknown":
    "Das Ergebnis ist noch nicht bekannt; fragen Sie mit demselben Schlüssel noch einmal",
  "passing.noPlace":
    "Zu viele Entscheidungen werden gerade gespeichert; versuchen Sie es in einer Sekunde noch einmal",
  "passing.tooMany": "Zu viele Ihrer Anfragen laufen; versuchen Sie es gleich noch einmal",
  "passing.tooManyInAMinute": "Zu viele Anfragen in einer Minute",
  "passing.tooManyRuns":
    "Eine Person beginnt höchstens {maximum} Genehmigungen in der Minute: in {seconds} s ist es wieder möglich",
  "passing.tooManyRunsADay":
    "Eine Person beginnt höchstens {maximum} Genehmigungen am Tag: in {seconds} s ist es wieder möglich",
  "passing.tooManyAsked":
    "Zu viele Bitten um Genehmigung: höchstens {maximum} in einer Minute; in {seconds} Sekunden erneut versuchen",
  "passing.tooManyOpen":
    "Zu viele Ihrer Anfragen warten auf Menschen: höchstens {maximum}; in {seconds} Sekunden erneut versuchen oder einige zurückziehen",
  "passing.tooManyWaits": "Zu viele Aufrufe warten zugleich; in {seconds} Sekunden erneut versuchen",
  "passing.replay": "Die Firma prüft gerade eine Änderung ihrer Regeln; versuchen Sie es danach noch einmal",
  "passing.tooManyAnonymous": "Zu viele Anfragen ohne gültige Anmeldung",
  "passing.notTried":
    "Nicht versucht, weil eine Entscheidung davor nicht gespeichert ist; versuchen Sie es gleich noch einmal",
  "passing.slowReader": "Die Verbindung ist zu langsam; laden Sie die Seite neu",
  "passing.kindUnknown": "Die Dokumentart {kind} ist hier noch nicht bekannt",
  "passing.requestIdReused": "Die Kennung {requestId} gehört schon zu anderem Inhalt",
  ...audit,
  ...history,
  ...ladder,
  ...missingRecords,
  ...owners,
  ...notifications,
  ...rules,
  ...talk,
  ...time,
  "webhook.missing": "Dieser Eigentümer hat keinen Webhook",
  "webhook.noChat": "Dieser Eigentümer hat keinen Chat",
  "webhook.testedJustNow": "Der letzte Test ist keine Minute her; bitte später noch einmal",
};
