import { asHtml } from "@countersign/texts";
import type { AddressObject, ParsedMail } from "mailparser";
import type { StoredMail } from "./stored-mails.ts";

/** Style sheet of the pages. */
export const STYLE = `:root { color-scheme: light dark }
body { margin: 0 auto; padding: 16px; max-width: 64rem; font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
ul { margin: 0; padding: 0; list-style: none }
li { padding: 10px 0; border-top: 1px solid light-dark(#ccd3dc, #3b4452) }
li a { display: block; font-weight: 600 }
dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 2px 16px }
dt, small { color: light-dark(#566070, #a5afbd) }
dd { margin: 0 }
iframe { box-sizing: border-box; width: 100%; height: 70vh; border: 1px solid light-dark(#ccd3dc, #3b4452) }
pre { padding: 16px; border: 1px solid light-dark(#ccd3dc, #3b4452); white-space: pre-wrap }
`;

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>${asHtml(title)}</title>
    <link rel="stylesheet" href="/style.css" />
  </head>
  <body>
    ${body}
  </body>
</html>
`;

const addressesIn = (to: ParsedMail["to"]): string =>
  [to ?? []]
    .flat()
    .map(({ text }: AddressObject) => text)
    .join(", ");

const momentOf = ({ date }: ParsedMail): string => date?.toISOString().replace("T", " ").slice(0, 16) ?? "";

const titleOf = ({ subject = "" }: ParsedMail): string => subject || "(no subject)";

/** The page that lists mails, the newest first. */
export function listPage(mails: readonly StoredMail[], folder: string): string {
  const entries = mails.map(
    ({ name, parsed }) =>
      `<li><a href="/mails/${name}">${asHtml(titleOf(parsed))}</a>
      <small>to ${asHtml(addressesIn(parsed.to))}, ${momentOf(parsed)} UTC</small></li>`,
  );
  const list =
    entries.length === 0
      ? "<p>No mail was sent yet. Requests go out within a minute, outcomes in a digest at eight in the morning.</p>"
      : `<ul>${entries.join("\n")}</ul>`;
  return page(
    "Mails",
    `<h1>Mails</h1>
    <p>Mails of this development platform reach nobody. They are kept in ${asHtml(folder)}.</p>
    ${list}`,
  );
}

/** The page of one mail: its head, its HTML in a frame that runs nothing, and its plain text. */
export function mailPage({ name, parsed }: StoredMail): string {
  const heads: [string, string][] = [
    ["From", parsed.from?.text ?? ""],
    ["To", addressesIn(parsed.to)],
    ["Date", `${momentOf(parsed)} UTC`],
    ["Message-ID", parsed.messageId ?? ""],
  ];
  const title = asHtml(titleOf(parsed));
  return page(
    titleOf(parsed),
    `<p><a href="/">All mails</a></p>
    <h1>${title}</h1>
    <dl>${heads.map(([head, value]) => `<dt>${head}</dt><dd>${asHtml(value)}</dd>`).join("\n")}</dl>
    <p><a href="/mails/${name}/source">As it was sent</a></p>
    <h2>HTML</h2>
    <iframe sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mails/${name}/html" title="${title}"></iframe>
    <h2>Plain text</h2>
    <pre>${asHtml(parsed.text ?? "")}</pre>`,
  );
}

/** The HTML of a mail, whose links open in windows of their own. */
export function htmlOf({ parsed: { html } }: StoredMail): string {
  const base = '<base target="_blank">';
  if (html === undefined || html === false) return "<!doctype html><p>This mail has no HTML.</p>";
  return /<head[^>]*>/iu.test(html) ? html.replace(/<head[^>]*>/iu, `$&${base}`) : `${base}${html}`;
}
