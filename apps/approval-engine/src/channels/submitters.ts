import { type Language, render, text } from "@countersign/texts";
import type { Db } from "mongodb";

import type { WorkflowTask } from "../runs/index.ts";
import { findByIds } from "../shared/find-by-ids.ts";
import type { UserRecord } from "../shared/records.ts";

const userIdOf = ({ submitterId, submittedBy }: WorkflowTask): string => submittedBy?.userId ?? submitterId;

/** Submitters of a company's tasks, in words and by the tasks' ids; a program is its person's agent. */
export async function submittersOf(
  db: Pick<Db, "collection">,
  tasks: readonly WorkflowTask[],
  language: Language,
): Promise<ReadonlyMap<string, string>> {
  const [first] = tasks;
  if (first === undefined) return new Map();
  const users = await findByIds<UserRecord>(db, "users", first.companyId, [...new Set(tasks.map(userIdOf))]);
  const names = new Map(users.map((user) => [user?._id, user?.name]));
  return new Map(
    tasks.map((task) => {
      const name = names.get(userIdOf(task)) || userIdOf(task);
      if (task.submittedBy === undefined) return [task._id, name];
      const { client } = task.submittedBy;
      const agent =
        client === undefined ? text("part.agent", { name }) : text("part.agentWithName", { name, client });
      return [task._id, render(agent, language)];
    }),
  );
}
