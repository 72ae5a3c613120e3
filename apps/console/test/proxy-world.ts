import { once } from "node:events";
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  createServer,
  request,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { DemoPerson } from "@countersign/tools/demo-company";

/** A reverse proxy that logs people in, and adds their token to what it passes on. */
export interface ProxyWorld {
  /** Address of the console behind it, with a slash at its end. */
  url: string;
  /** Sets the person whom its log-in admits from now on; undefined: nobody. */
  admit: (person: DemoPerson | undefined) => void;
  /** Sockets to which it added a token. */
  sockets: () => number;
  close: () => Promise<void>;
}

interface ProxyOptions {
  consoleUrl: string;
  /** A fresh token of somebody. */
  tokenOf: (person: DemoPerson) => Promise<string>;
  /** For how long it adds the same token, in milliseconds. */
  tokenMs: () => number;
}

/** Somebody whom the proxy let in. */
interface Session {
  person: DemoPerson;
  token?: string;
  /** When it gets another token. */
  until: number;
}

const LOG_IN = "/log-in";
const LOG_OUT = "/log-out";

const sessionIdOf = ({ headers }: IncomingMessage) =>
  /\bsession=(\w+)/u.exec(headers.cookie ?? "")?.[1] ?? "";

const leadTo = (response: ServerResponse, location: string, cookie?: string) =>
  response.writeHead(302, { location, ...(cookie && { "set-cookie": cookie }) }).end();

/**
 * Starts a proxy as `docs/console.md` describes it for `CONSOLE_AUTH=proxy`: it knows people by a cookie, renews their
 * token, adds it to requests and to the upgrades of sockets, and leads all others to its own log-in and back.
 */
export async function startProxy({ consoleUrl, tokenOf, tokenMs }: ProxyOptions): Promise<ProxyWorld> {
  const { hostname, port } = new URL(consoleUrl);
  const sessions = new Map<string, Session>();
  let admittedPerson: DemoPerson | undefined;
  let [logIns, sockets] = [0, 0];

  /** The request's headers with its reader's token; undefined for a reader whom the proxy does not know. */
  const withToken = async (incoming: IncomingMessage): Promise<IncomingHttpHeaders | undefined> => {
    const session = sessions.get(sessionIdOf(incoming));
    if (session === undefined) return undefined;
    if (session.until <= Date.now()) {
      session.until = Date.now() + tokenMs();
      session.token = await tokenOf(session.person);
    }
    return { ...incoming.headers, authorization: `Bearer ${session.token}` };
  };
  const passOn = ({ method, url: path }: IncomingMessage, headers: IncomingHttpHeaders) =>
    request({ hostname, port, method, path, headers });
  const logIn = (response: ServerResponse, query: URLSearchParams) => {
    if (admittedPerson === undefined) {
      response.writeHead(200, { "content-type": "text/html" }).end("<h1>The proxy's log-in</h1>");
      return;
    }
    logIns += 1;
    sessions.set(`s${logIns}`, { person: admittedPerson, until: 0 });
    leadTo(response, query.get("to") ?? "/console/", `session=s${logIns}; HttpOnly; SameSite=Lax; Path=/`);
  };
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const headers = await withToken(incoming);
    if (headers === undefined) {
      leadTo(response, `${LOG_IN}?to=${encodeURIComponent(incoming.url ?? "/")}`);
      return;
    }
    const outgoing = passOn(incoming, headers);
    outgoing.on("response", (from) => {
      response.writeHead(from.statusCode ?? 502, from.headers);
      from.pipe(response);
    });
    outgoing.on("error", () => response.destroy());
    incoming.pipe(outgoing);
  };
  const upgrade = async (incoming: IncomingMessage, client: Duplex): Promise<void> => {
    client.on("error", () => client.destroy());
    const headers = await withToken(incoming);
    if (headers === undefined) {
      client.end("HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n");
      return;
    }
    sockets += 1;
    const outgoing = passOn(incoming, headers);
    outgoing.on("upgrade", (from, upstream) => {
      const lines = Object.entries(from.headers).map(([name, value]) => `${name}: ${String(value)}`);
      client.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("\r\n")}\r\n\r\n`);
      upstream.on("error", () => client.destroy());
      upstream.pipe(client).pipe(upstream);
    });
    outgoing.on("error", () => client.destroy());
    outgoing.end();
  };

  const server = createServer((incoming, response) => {
    const { pathname, searchParams } = new URL(incoming.url ?? "/", consoleUrl);
    if (pathname === LOG_IN) return logIn(response, searchParams);
    if (pathname === LOG_OUT) {
      sessions.delete(sessionIdOf(incoming));
      return void leadTo(response, LOG_IN);
    }
    return void answer(incoming, response);
  });
  server.on("upgrade", (incoming, client) => void upgrade(incoming, client));
  const connections = new Set<Socket>();
  server.on("connection", (connection) => connections.add(connection));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/console/`,
    admit: (person) => (admittedPerson = person),
    sockets: () => sockets,
    close: async () => {
      for (const connection of connections) connection.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
