export {
  openBus,
  type ServiceDependencies,
  type ServiceProcessOptions,
  startServiceProcess,
} from "./service-process.ts";
