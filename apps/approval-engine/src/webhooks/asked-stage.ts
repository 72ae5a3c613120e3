import { isActive } from "@countersign/domain/approval";
import { type Text, ownersWords, render, text } from "@countersign/texts";
import { type Db, ObjectId } from "mongodb";

import { settingsOf, type SettingsDefaults } from "../approval-settings/index.ts";
import { factWords, moneyWords, submittersOf, tasksByIds } from "../channels/index.ts";
import { createRevisionReader } from "../documents/index.ts";
import type { WorkflowTask } from "../runs/index.ts";
import { findByIds } from "../shared/find-by-ids.ts";
import type { UserRecord } from "../shared/records.ts";
import type { ChatMessage } from "./chat-message.ts";
import type { AskedStage } from "./records.ts";
import type { ChatTarget } from "./webhooks-config.ts";

/** Most facts of a message. */
const FACTS = 5;

/** How often the stage of a task was entered. */
export const activationOf = ({ activation = 1 }: Pick<WorkflowTask, "activation">): number => activation;

/** A stage's task, while it is asked. */
export async function askedTask(
  db: Pick<Db, "collection">,
  taskId: string,
): Promise<WorkflowTask | undefined> {
  const task = (await tasksByIds(db, [new ObjectId(taskId)])).get(taskId);
  return task && isActive(task) ? task : undefined;
}

/** The parts of which messages are made. */
export interface MessageParts {
  db: Pick<Db, "collection">;
  settingsDefaults: SettingsDefaults;
  consoleUrl: string;
  target: Pick<ChatTarget, "facts" | "language">;
}

/**
 * The message that says that a stage is asked, with its document as it is now, as much of it as the company lets out; nothing
 * once the stage is not asked any more, or anew.
 */
export async function messageOfStage(
  { db, settingsDefaults, consoleUrl, target }: MessageParts,
  { taskId, activation }: AskedStage,
): Promise<ChatMessage | undefined> {
  const task = await askedTask(db, taskId);
  if (task === undefined || activationOf(task) !== activation) return undefined;
  const { companyId, refId, ref, document } = task;
  const write = (of: Text) => render(of, target.language);
  const words = write(text("chat.asked"));
  const button = { words: write(text("mail.open")), url: `${consoleUrl}/inbox/${refId}` };
  const { mailFacts } = await settingsOf({ db, settingsDefaults }, companyId);
  if (mailFacts === "NONE") return { words, rows: [], button };
  const shownTitle = document?.title && ownersWords(document.title, target.language);
  const title = [ref, shownTitle].filter(Boolean).join(" · ") || undefined;
  const submitter = (await submittersOf(db, [task], target.language)).get(task._id) ?? "";
  const rows = [{ label: write(text("document.submittedBy")), value: submitter }];
  if (document?.amount !== undefined) {
    const value = moneyWords(document.amount, document.currency, target);
    rows.unshift({ label: write(text("chat.amount")), value });
  }
  if (!target.facts || document === undefined) return { words, title, rows, button };
  const [revision] = await createRevisionReader(db).byIds(companyId, [document.id]);
  const facts = (revision?.facts ?? []).flatMap((fact) => {
    const value = factWords(fact, target);
    return value === undefined ? [] : [{ label: ownersWords(fact.label, target.language), value }];
  });
  const [file] = revision?.attachments ?? [];
  return {
    words,
    title,
    rows: [...rows, ...facts.slice(0, FACTS)],
    file: file && { words: write(text("chat.file", { name: file.name })), url: file.url },
    button,
  };
}

/** The message of a test, which says who sent it. */
export async function messageOfTest(
  { db, consoleUrl, target }: MessageParts,
  { companyId, by }: { companyId: string; by: string },
): Promise<ChatMessage> {
  const write = (of: Text) => render(of, target.language);
  return {
    words: write(text("chat.test", { name: await nameOf(db, companyId, by) })),
    rows: [],
    button: { words: write(text("mail.open")), url: consoleUrl },
  };
}

async function nameOf(db: Pick<Db, "collection">, companyId: string, userId: string): Promise<string> {
  const [user] = await findByIds<UserRecord>(db, "users", companyId, [userId]);
  return user?.name || userId;
}
