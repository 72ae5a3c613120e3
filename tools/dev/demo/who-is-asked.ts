import type { GraphqlClient } from "./graphql-client.ts";

/** A seat of a document's way, and why it is there. */
interface Seat {
  reason: string;
  user: { name: string } | null;
  reasonUser: { name: string } | null;
  reasonGroup: { name: string } | null;
}

/** Why somebody has a seat, in words. */
function why({ reason, reasonUser, reasonGroup }: Seat): string {
  switch (reason) {
    case "MANAGER_OF":
      return reasonUser ? `manager of ${reasonUser.name}` : "the manager";
    case "HEAD_OF":
      return "head of the department";
    case "HR_OF":
      return "human resources";
    case "GROUP":
      return `of the group ${reasonGroup?.name}`;
    default:
      return reason;
  }
}

/** The question by which a story keeps who was asked at a stage. */
export const askedAt = (stage: string): string => `Asked at ${stage}:`;

/**
 * Those whom the document's run asks, and why, by {@link askedAt} of each stage; nothing without a run.
 *
 * @throws Error when the engine refuses
 */
export async function whoIsAsked(engine: GraphqlClient, refId: string): Promise<Record<string, string>> {
  const { runRoute } = await engine.request<{
    runRoute: { stages: { name: string; seats: Seat[] }[] } | null;
  }>(
    `query ($refId: ID!) { runRoute(refId: $refId) {
      stages { name seats { reason user { name } reasonUser { name } reasonGroup { name } } } } }`,
    { refId },
  );
  return Object.fromEntries(
    (runRoute?.stages ?? []).map(({ name, seats }) => {
      const people = seats.map((seat) => `${seat.user?.name} (${why(seat)})`);
      return [askedAt(name), people.toSorted().join(", ")];
    }),
  );
}
