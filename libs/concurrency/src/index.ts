export { createKeyedQueue, type KeyedQueue, TurnRefused } from "./keyed-queue.ts";
export { createLanes, type LanePlace, type Lanes, RUNNING_PER_USER, WAITING_PER_USER } from "./lanes.ts";
export { doubling, repeat, type RepeatOptions } from "./repeat.ts";
export { createRotation, type Rotation, TURN_VALUES } from "./rotation.ts";
export { createSemaphore, type Semaphore } from "./semaphore.ts";
