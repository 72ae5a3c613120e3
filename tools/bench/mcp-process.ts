import { fork } from "node:child_process";
import { once } from "node:events";
import type { ServerUsage } from "./mcp-server.ts";

export type McpServerKind = "bare" | "journal" | "store";

/** A server of the mcp suite in a process of its own, so that its CPU time and memory are measured alone. */
export interface McpServerProcess {
  url: string;
  /** @param question `memory` collects garbage first */
  usage(question: "cpu" | "memory"): Promise<ServerUsage>;
  stop(): Promise<void>;
}

/** @throws Error when it ends before it listens */
export const startMcpServer = (
  kind: McpServerKind,
  env: Readonly<Record<string, string>>,
): Promise<McpServerProcess> => startForked(new URL("mcp-server.ts", import.meta.url), kind, env);

/** A program that says its address, and answers questions about its use. @throws Error when it ends before it listens */
export async function startForked(
  program: URL,
  kind: string,
  env: Readonly<Record<string, string>>,
): Promise<McpServerProcess> {
  const child = fork(program, [kind], { env: { ...process.env, ...env } });
  const childExit = once(child, "exit");
  const message = async <T>(): Promise<T> => {
    const earlyEnd = childExit.then(([code]) => {
      throw new Error(`the ${kind} server ended with ${code}`);
    });
    const [value] = (await Promise.race([once(child, "message"), earlyEnd])) as [T];
    return value;
  };
  const { url } = await message<{ url: string }>();
  return {
    url,
    usage: (question) => {
      child.send(question);
      return message<ServerUsage>();
    },
    stop: async () => {
      child.disconnect();
      await childExit;
    },
  };
}
