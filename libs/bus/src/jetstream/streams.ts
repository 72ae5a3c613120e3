import {
  DiscardPolicy,
  nanos,
  RetentionPolicy,
  StorageType,
  type JetStreamManager,
  type StreamInfo,
} from "nats";
import type { StreamContract } from "@countersign/contracts";
import { isJetStreamError, isPerhapsAdded, refusalOf } from "./errors.ts";

/** How long the broker remembers message ids. A later repeat is stored again; the consumers' inbox drops it. */
const DUPLICATE_WINDOW_MS = 10 * 60 * 1000;
/** JetStream API error: stream not found. */
const STREAM_NOT_FOUND = 10_059;

/**
 * Creates a stream, or adds its missing subjects and settings. Changes of operators (replicas, placement, size) stay.
 *
 * @param stream with prefixed name and subjects
 * @throws Error that names the stream, its subjects and a remedy, where the broker refuses it
 */
export async function ensureStream(manager: JetStreamManager, stream: StreamContract): Promise<void> {
  await makeStream(manager, stream).catch((error: unknown) => {
    throw refusalOf(`stream ${stream.name} with the subjects ${stream.subjects.join(", ")}`, error);
  });
}

async function makeStream(manager: JetStreamManager, stream: StreamContract): Promise<void> {
  const existing = (await findStream(manager, stream.name)) ?? (await addStream(manager, stream));
  const missingSubjects = stream.subjects.filter((subject) => !existing.config.subjects.includes(subject));
  if (missingSubjects.length === 0 && existing.config.max_age === nanos(stream.maxAgeMs)) return;
  await manager.streams.update(stream.name, {
    ...existing.config,
    subjects: [...existing.config.subjects, ...missingSubjects],
    max_age: nanos(stream.maxAgeMs),
  });
}

async function findStream(manager: JetStreamManager, name: string): Promise<StreamInfo | undefined> {
  return manager.streams.info(name).catch((error: unknown) => {
    if (isJetStreamError(error, STREAM_NOT_FOUND)) return undefined;
    throw error;
  });
}

/** Adds a stream, or finds it where another replica, starting at the same moment, was faster. */
async function addStream(manager: JetStreamManager, stream: StreamContract): Promise<StreamInfo> {
  const settings = {
    name: stream.name,
    subjects: [...stream.subjects],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.Old,
    max_age: nanos(stream.maxAgeMs),
    duplicate_window: nanos(Math.min(DUPLICATE_WINDOW_MS, stream.maxAgeMs)),
  };
  try {
    return await manager.streams.add(settings);
  } catch (error) {
    const addedStream = isPerhapsAdded(error) ? await findStream(manager, stream.name) : undefined;
    if (addedStream === undefined) throw error;
    return addedStream;
  }
}
