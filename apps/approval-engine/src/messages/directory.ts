export { createCompanyFence } from "./company-fence.ts";
export { consumeDirectory } from "./directory-consumer.ts";
