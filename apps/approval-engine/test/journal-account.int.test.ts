import { readFileSync } from "node:fs";
import { join } from "node:path";

import { createJetStreamBus } from "@countersign/bus";
import { JOURNAL_RPC } from "@countersign/contracts";
import { newId } from "@countersign/mongo";
import { silentLogger, startNatsServer, useTestStore, withAccountOf } from "@countersign/testing";
import { describe, expect, it, onTestFinished } from "vitest";

import { createJournalConfirmations } from "../src/journal-confirmations/index.ts";
import { confirmationOf, playJournal } from "./play-journal.ts";

const CONFIG = join(import.meta.dirname, "../../../docs/nats/accounts.conf");

/** The accounts with `FINANCE`, and with the two lines that `docs/nats/accounts.md` has for the journal's questions. */
function accountsWithJournal(): string {
  return withAccountOf("finance", readFileSync(CONFIG, "utf8"))
    .replace(
      /^ {2}PLATFORM \{\n/mu,
      '$&    imports: [{ service: { account: FINANCE, subject: "journal.rpc.confirmation.>" } }]\n',
    )
    .replace(
      /^ {2}FINANCE \{\n/mu,
      '$&    exports: [{ service: "journal.rpc.confirmation.>", accounts: [PLATFORM] }]\n',
    );
}

describe("a journal with an account of its own", { tags: ["nats-server"] }, () => {
  it("answers the engine's account, and no owner's [MCP-3]", async () => {
    const { db } = await useTestStore();
    const server = await startNatsServer({ config: accountsWithJournal() });
    onTestFinished(() => server.stop());
    const busOf = async (user: string) => {
      const { host } = new URL(server.url);
      const bus = await createJetStreamBus({
        servers: `nats://${user}:${user}@${host}`,
        logger: silentLogger,
      });
      onTestFinished(() => bus.close());
      return bus;
    };
    const [platform, finance, hr] = await Promise.all([busOf("platform"), busOf("finance"), busOf("hr")]);
    const journal = await playJournal(finance);
    const person = { companyId: newId(), userId: newId(), privileged: false };
    const id = journal.ask(person);
    const confirmations = createJournalConfirmations({ bus: platform, db });
    expect(await confirmations.show(person, { id })).toEqual(confirmationOf(id));
    await confirmations.answer(person, { id, accept: true });
    const { companyId, userId } = person;
    const accepting = hr.request(JOURNAL_RPC.confirmationAnswer.subject, {
      companyId,
      userId,
      id,
      accept: true,
    });
    await expect(accepting).rejects.toMatchObject({ possiblyHandled: false });
  });
});
