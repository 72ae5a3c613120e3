import type { Command } from "./commands.ts";
import { dutyRefusal } from "./separation-of-duties.ts";
import type { Id, Run } from "./types.ts";

/**
 * How a program that acts with a user's token is called: `Nora Lind's agent (claims to be "Claude Desktop")` (contract-3,
 * AGT-4; contract-4, MEET-9).
 *
 * @param client - its name, as `programName` leaves it
 */
export function agentLabel(userName: string, client?: string): string {
  return client ? `${userName}'s agent (claims to be "${client}")` : `${userName}'s agent`;
}

/**
 * Whether a rejection ends the run, whatever the stage's rule and wherever it would return to: an agent asks once, and does
 * not negotiate (contract-4, MEET-1). Of all runs only those of agents' requests expire.
 */
export const isEndedByRejection = ({ expiresAtMs }: Pick<Run, "expiresAtMs">): boolean =>
  expiresAtMs !== undefined;

/**
 * Refuses what agents leave to people, and what an agent's principal leaves to others (contract-3, AGT-3, SAFE-15). Whoever
 * let an agent submit a document neither decides on it nor changes who does; a document that an agent submitted is decided by
 * people only; an agent takes back neither a verdict nor another's document.
 *
 * @throws DomainError `FORBIDDEN`
 */
export function assertAgentsStandBack(command: Command, { tasks, agentPrincipalIds = [] }: Run): void {
  const isOfAgents = (actorId: Id, isAgent: boolean | undefined) =>
    agentPrincipalIds.includes(actorId) || (isAgent === true && agentPrincipalIds.length > 0);
  switch (command.type) {
    case "approve":
    case "reject":
      if (isOfAgents(command.approverId, command.isAgent)) throw dutyRefusal("agent");
      return;
    case "reassign":
    case "addApprover":
    case "addRow":
    case "removeRow":
      if (isOfAgents(command.actorId, command.isAgent)) throw dutyRefusal("agent");
      return;
    case "withdraw":
      if (command.isAgent) throw dutyRefusal("agent");
      return;
    case "resolveAgain":
      if (command.isAgent || agentPrincipalIds.includes(command.actorId)) throw dutyRefusal("agent");
      return;
    case "recall":
      if (command.isAgent && tasks.some(({ submitterId }) => submitterId !== command.actorId)) {
        throw dutyRefusal("agent");
      }
      return;
    case "requestChanges":
      if (isOfAgents(command.actorId, command.isAgent) || command.isAgent) throw dutyRefusal("agent");
      return;
    case "answerChanges":
      if (command.isAgent) throw dutyRefusal("agent");
      return;
    case "submit":
    case "archive":
    case "amend":
    case "release":
    case "fire":
    case "nudge":
    case "expire":
    case "endChanges":
      return;
    default:
      command satisfies never;
  }
}
