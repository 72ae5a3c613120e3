import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { request } from "node:http";
import { createTransport, type SendMailOptions } from "nodemailer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MailCatcher, startMailCatcher } from "./mail-catcher.ts";

const ANY = { smtp: 0, page: 0 };

describe("the mail server of npm start", () => {
  let folder: string;
  let catcher: MailCatcher;
  beforeAll(async () => {
    folder = join(mkdtempSync(join(tmpdir(), "countersign-mails-")), "mail");
    catcher = await startMailCatcher(folder, ANY);
  });
  afterAll(async () => {
    await catcher.stop();
    rmSync(join(folder, ".."), { recursive: true });
  });
  const send = async (mail: SendMailOptions) => {
    const transport = createTransport(catcher.smtpUrl);
    await transport.sendMail({ from: "Countersign <approvals@example.com>", to: "ann@example.com", ...mail });
    transport.close();
  };
  const get = async (path: string) => {
    const answer = await fetch(new URL(path, catcher.pageUrl));
    return { status: answer.status, headers: answer.headers, body: await answer.text() };
  };
  const filesThere = () => readdirSync(folder).toSorted();

  it("keeps each mail as a file, and lists them, the newest first", async () => {
    expect((await get("/")).body).toContain("No mail was sent yet");
    await send({ subject: "The first", text: "One" });
    await send({ subject: "The second", text: "Two" });
    const files = filesThere();
    expect(files).toEqual([expect.stringMatching(/Z-1\.eml$/u), expect.stringMatching(/Z-2\.eml$/u)]);
    const { body } = await get("/");
    expect(body).toMatch(/The second<[^]*to ann@example\.com[^]*The first</u);
    expect(body).toContain(folder);
    expect((await get(`/mails/${files[0]}`)).body).toContain("<pre>One");
    expect((await get(`/mails/${files[0]}/source`)).body).toContain("Subject: The first");
  });

  it("lets nothing of a mail act: no script, no frame around its page, no markup from its texts", async () => {
    await send({
      subject: "</title><script>alert(1)</script>",
      text: "</pre><script>alert(2)</script>",
      html: '<html><head><title>x</title></head><body><script>alert(3)</script><a href="https://example.com">x</a></body></html>',
    });
    const name = filesThere().at(-1)!;
    const page = await get(`/mails/${name}`);
    expect(page.body).not.toContain("<script>");
    expect(page.body).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    expect(page.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; .*frame-ancestors 'none'$/u,
    );
    const mail = await get(`/mails/${name}/html`);
    expect(mail.body).toContain('<head><base target="_blank"><title>');
    const policy = mail.headers.get("content-security-policy");
    expect(policy).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; img-src data:; /u);
    expect(policy).toMatch(/; sandbox allow-popups allow-popups-to-escape-sandbox$/u);
    expect(mail.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it.each(["nothing.eml", "..%2f..%2fpackage.json", "2026-01-01T00-00-00-000Z-1.eml"])(
    "shows nothing by the name %s",
    async (name) => {
      for (const part of ["", "/html", "/source"]) {
        expect((await get(`/mails/${name}${part}`)).status).toBe(404);
      }
    },
  );

  it("answers to the names of this machine alone", async () => {
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    const headers = { host: "evil.example" };
    request(catcher.pageUrl, { headers }, ({ statusCode }) => resolve(statusCode)).end();
    expect(await promise).toBe(403);
  });
});
