import type { AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import Fastify, { type FastifyInstance, type FastifyReply } from "fastify";
import { SMTPServer } from "smtp-server";
import { htmlOf, listPage, mailPage, STYLE } from "./mail-pages.ts";
import { createStoredMails, type StoredMail, type StoredMails } from "./stored-mails.ts";

/** Ports of a mail catcher; 0 takes any free one. */
export interface MailPorts {
  smtp: number;
  page: number;
}

/** A mail server that delivers nothing, and a page that shows what it was sent. */
export interface MailCatcher {
  smtpUrl: string;
  pageUrl: string;
  stop(): Promise<void>;
}

/** Of this machine alone: what it is sent is for nobody else. */
const HOST = "127.0.0.1";
const OWN_NAME = /^(?:127\.0\.0\.1|localhost)(?::\d{1,5})?$/u;
const LISTED = 200;

/** Of the catcher's own pages: they run nothing, and frame only mails. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** Of a mail's HTML: no scripts, nothing from elsewhere, and no part in the page around it. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

/**
 * Starts a mail server for development. It keeps every mail as a file and sends none on; a page lists and shows them.
 *
 * @param folder where the files are; made if absent
 * @throws Error when a port is taken
 */
export async function startMailCatcher(folder: string, ports: MailPorts): Promise<MailCatcher> {
  await using startedParts = new AsyncDisposableStack();
  const mails = await createStoredMails(folder);
  const smtp = smtpServerOf(mails);
  const smtpPort = await listening(smtp, ports.smtp);
  startedParts.defer(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
  const pages = pagesOf(mails, folder);
  startedParts.defer(() => pages.close());
  await pages.listen({ host: HOST, port: ports.page });
  const { port } = pages.server.address() as AddressInfo;
  const all = startedParts.move();
  return {
    smtpUrl: `smtp://${HOST}:${smtpPort}`,
    pageUrl: `http://${HOST}:${port}/`,
    stop: () => all.disposeAsync(),
  };
}

function smtpServerOf(mails: StoredMails): SMTPServer {
  const keep = async (mail: Readable, reply: (error?: Error) => void) => {
    try {
      await mails.keep(mail);
      reply();
    } catch (error) {
      reply(error as Error);
    }
  };
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (mail, _session, reply) => void keep(mail, reply),
  });
}

function listening(smtp: SMTPServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    smtp.once("error", reject);
    smtp.listen(port, HOST, () => {
      smtp.off("error", reject);
      // A connection that breaks off is the other side's affair.
      smtp.on("error", () => undefined);
      resolve((smtp.server.address() as AddressInfo).port);
    });
  });
}

const send = (reply: FastifyReply, html: string, policy = PAGE_POLICY): FastifyReply =>
  reply.header("content-security-policy", policy).type("text/html; charset=utf-8").send(html);

function pagesOf(mails: StoredMails, folder: string): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true });
  app.addHook("onRequest", async ({ headers }, reply) => {
    void reply.headers({
      "cache-control": "no-store",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    });
    // A page from elsewhere whose name leads to this machine.
    if (!OWN_NAME.test(headers.host ?? ""))
      return reply.code(403).send("only by the address of this machine");
    return undefined;
  });
  app.get("/", async (_request, reply) => send(reply, listPage(await mails.latest(LISTED), folder)));
  app.get("/style.css", async (_request, reply) => reply.type("text/css; charset=utf-8").send(STYLE));
  const showing = (path: string, show: (reply: FastifyReply, mail: StoredMail) => FastifyReply) =>
    app.get<{ Params: { name: string } }>(path, async ({ params }, reply) => {
      const mail = await mails.find(params.name);
      return mail === undefined ? reply.code(404).send("there is no such mail") : show(reply, mail);
    });
  showing("/mails/:name", (reply, mail) => send(reply, mailPage(mail)));
  showing("/mails/:name/html", (reply, mail) => send(reply, htmlOf(mail), MAIL_POLICY));
  app.get<{ Params: { name: string } }>("/mails/:name/source", async ({ params }, reply) => {
    const source = await mails.sourceOf(params.name);
    if (source === undefined) return reply.code(404).send("there is no such mail");
    return reply.type("text/plain; charset=utf-8").send(source);
  });
  return app;
}
