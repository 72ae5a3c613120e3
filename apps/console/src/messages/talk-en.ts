/** Texts about what people ask each other before they decide. */
export const messages = {
  "ask.open": "Ask",
  "ask.title": "Ask {name} for changes",
  "ask.lead":
    "The approval waits until they change the document or answer, at most 30 days. Meanwhile you alone decide this stage.",
  "ask.text": "What should change",
  "ask.confirm": "Ask for changes",
  "ask.done": "Asked for changes: {name}",
  "talk.title": "Conversation",
  "talk.waits": "Waits for {name}",
  "talk.waitsForYou": "The approval waits for you. Change the document where you made it, or answer here.",
  "talk.answer": "Your answer",
  "talk.send": "Answer",
  "talk.answered": "Answered: {name}",
  "requests.close": "Close",
  "requests.closeName": "Close {name}",
  "requests.closed": "Closed: {name}",
  "requests.closeRefused": "Not closed: {reason}",
  "requests.wants": "Changes are wanted: {text}",
  "event.changesWanted":
    "{hasPrincipal, select, yes {{who} wants changes for {principal}} other {{who} wants changes}}",
  "event.questionAnswered": "{who} answered",
} as const;
