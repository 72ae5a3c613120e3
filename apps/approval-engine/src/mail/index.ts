export type { MailReadModel } from "./mail-read-model.ts";
export { type MailConfig, startMail } from "./start-mail.ts";
