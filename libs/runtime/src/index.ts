export {
  defineService,
  type Given,
  type Service,
  type ServiceDefinition,
  type ServiceDependencies,
  type StartedService,
  type Surfaces,
} from "./define-service.ts";
export { openBus } from "./open-bus.ts";
