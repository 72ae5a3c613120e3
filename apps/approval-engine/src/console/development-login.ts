import type { DevelopmentIssuer } from "@countersign/auth";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";

import { parseInput } from "../shared/parse-input.ts";
import type { DevelopmentPerson } from "./console-config.ts";

const LOOPBACK = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);
const LOOPBACK_NAME = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/u;

const tokenInput = z.strictObject({ userId: z.string().regex(/^[0-9a-f]{24}$/u, "must be a person's id") });

/** How many tasks wait for a person. */
export type CountWaiting = (person: DevelopmentPerson) => Promise<number>;

export interface DevelopmentLogIn {
  people: readonly DevelopmentPerson[];
  issuer: Pick<DevelopmentIssuer, "sign">;
}

/**
 * The log-in of `npm start`: a list of people, those first for whom the most waits, and a token for any of them. It answers programs of this machine alone,
 * and of browsers only the console's own pages: a page from elsewhere that resolves its name to this machine, or that
 * merely links here, gets nothing.
 */
export async function developmentRoutes(
  app: FastifyInstance,
  { people, issuer, countWaiting }: DevelopmentLogIn & { countWaiting: CountWaiting },
): Promise<void> {
  app.addHook("onRequest", async (request) => {
    if (!isOwn(request)) throw new DomainError("FORBIDDEN", text("person.developmentOnly"));
  });
  app.addHook("onSend", async (_request, reply) => void reply.header("cache-control", "no-store"));
  app.get("/console/development/people", async () => {
    const counts = await Promise.all(
      people.map(async (person) => ({ person, count: await countWaiting(person) })),
    );
    return counts.toSorted((most, next) => next.count - most.count).map(({ person }) => person);
  });
  app.post("/console/development/token", async ({ body }) => {
    const { userId } = parseInput(tokenInput, body);
    const person = people.find((candidate) => candidate.userId === userId);
    if (person === undefined) throw new DomainError("NOT_FOUND", text("missing.person"), { field: "userId" });
    const { companyId, name, privileged } = person;
    return { token: await issuer.sign({ sub: userId, companyId, name, privileged }) };
  });
}

function isOwn({ raw, headers }: FastifyRequest): boolean {
  const { host = "", "sec-fetch-site": site = "same-origin" } = headers;
  return (
    LOOPBACK.has(raw.socket.remoteAddress ?? "") &&
    LOOPBACK_NAME.test(host) &&
    site === "same-origin" &&
    headers["x-forwarded-for"] === undefined
  );
}
