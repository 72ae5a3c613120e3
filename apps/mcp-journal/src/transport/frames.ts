import { randomUUID } from "node:crypto";
import type { Bus, Subscription } from "@countersign/bus";
import type { Logger } from "@countersign/service-kit";

/** A piece of a streamed answer that crosses the bus; the stream ends with `null`. */
interface Frame {
  text: string | null;
}

/** Below the broker's limit for one message (1 MiB), however the text is escaped. */
const MAX_FRAME_BYTES = 150_000;

/** The holder's side of forwarded streams. */
export interface FrameSender {
  /** Sends a stream to a subject, in the background, until it ends or is cancelled. */
  start(subject: string, body: ReadableStream<Uint8Array>): void;
  cancel(subject: string): Promise<void>;
}

export function createFrameSender({
  bus,
  logger,
}: {
  bus: Pick<Bus, "broadcast">;
  logger: Pick<Logger, "warn">;
}): FrameSender {
  const streams = new Map<string, ReadableStreamDefaultReader<Uint8Array>>();

  const sendAll = async (subject: string, reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> => {
    const send = (text: string | null) =>
      bus.broadcast({ subject, id: randomUUID(), data: { text } satisfies Frame });
    const decoder = new TextDecoder();
    try {
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        for (let at = 0; at < piece.value.length; at += MAX_FRAME_BYTES) {
          await send(decoder.decode(piece.value.subarray(at, at + MAX_FRAME_BYTES), { stream: true }));
        }
      }
      await send(null);
    } catch (error) {
      // The broker is away. The receiver notices the silence, the client asks for what it missed.
      logger.warn({ err: error }, "a forwarded answer broke off");
      await reader.cancel();
    } finally {
      streams.delete(subject);
    }
  };

  return {
    start(subject, body) {
      const reader = body.getReader();
      streams.set(subject, reader);
      void sendAll(subject, reader);
    },
    async cancel(subject) {
      await streams.get(subject)?.cancel();
    },
  };
}

/** The receiver's side of one forwarded stream. */
export interface FrameStream {
  /** Ends with the frames, when cancelled, or after too long a silence. */
  body: ReadableStream<Uint8Array>;
  /** Stops listening: there will be no frames. */
  discard(): Promise<void>;
}

/**
 * Listens for the frames of one stream.
 *
 * @param options.onCancel notifies the holder that the reader has left
 */
export async function receiveFrames(
  bus: Pick<Bus, "listen">,
  subject: string,
  options: { silenceMs: number; onCancel: () => Promise<unknown> },
): Promise<FrameStream> {
  const encoder = new TextEncoder();
  let subscription: Subscription | undefined;
  let silence: NodeJS.Timeout | undefined;
  let hasEnded = false;
  const discard = async () => {
    hasEnded = true;
    clearTimeout(silence);
    await subscription?.close();
  };
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start: (newController) => {
      controller = newController;
    },
    cancel: async () => {
      await Promise.all([discard(), options.onCancel()]);
    },
  });
  const end = () => {
    if (hasEnded) return;
    controller.close();
    // Not awaited: called by a frame, which closing would wait for.
    void discard();
  };
  silence = setTimeout(end, options.silenceMs);
  subscription = await bus.listen({ subject }, async ({ data }) => {
    if (hasEnded) return;
    const { text } = data as Frame;
    if (text === null) return end();
    silence?.refresh();
    controller.enqueue(encoder.encode(text));
  });
  return { body, discard };
}
