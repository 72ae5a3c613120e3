import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

/** A POST that a receiver got. */
export interface ReceivedPost {
  /** Without the slash. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver of several owners and chats, told apart by the path, until the test ends. */
export async function useReceiver(answer: (path: string, response: ServerResponse) => void) {
  const receivedPosts: ReceivedPost[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url!.slice(1);
    receivedPosts.push({ path, headers: request.headers, body: await text(request) });
    answer(path, response);
  };
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as { port: number };
  return { receivedPosts, url: `http://127.0.0.1:${port}` };
}
