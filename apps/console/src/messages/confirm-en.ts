/** Texts of the page on which people confirm that an agent may post a journal entry. */
export const messages = {
  "confirm.ACCEPTED": "You agreed",
  "confirm.ACCEPTEDLead": "Go back to your agent: with its next call it posts the entry.",
  "confirm.DECLINED": "You declined",
  "confirm.DECLINEDLead": "The entry stays a draft. You can close this page.",
  "confirm.EXPIRED": "The time for your answer is over",
  "confirm.EXPIREDLead": "The entry stays a draft. If it should be posted, let your agent ask again.",
  "confirm.accept": "Post this entry",
  "confirm.account": "Account",
  "confirm.changed":
    "The entry has changed since your agent asked. You can only decline; if it should be posted, let your agent ask again.",
  "confirm.credit": "Credit",
  "confirm.debit": "Debit",
  "confirm.decline": "Do not post",
  "confirm.entry": "Journal entry {ref}",
  "confirm.lead":
    "Your agent asks to post this entry to the ledger. That cannot be undone. You alone are asked, and have ten minutes.",
  "confirm.lines": "Lines of the entry",
  "confirm.notYours": "This question is not yours",
  "confirm.notYoursLead":
    "You are logged in as {name}. A journal entry is confirmed only by the person whose agent wants to post it, within a day of the question.",
  "confirm.title": "Confirm a journal entry",
  "confirm.titleOf": "Post journal entry {ref}?",
  "confirm.total": "Total",
} as const;
