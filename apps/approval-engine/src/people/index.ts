export { PEOPLE_INDEXES, type PeopleReadModel, createPeopleReadModel } from "./people-read-model.ts";
export { peopleSchema } from "./people-resolvers.ts";
