// Made by `npm run graphql:types`, of sources with the hash 839ebff1188860d8980d. Do not edit.

import type { GraphQLResolveInfo, GraphQLScalarType } from 'graphql';
import type { Caller } from '../../use-cases/change-config.ts';

export type Maybe<T> = T | null | undefined;

export type InputMaybe<T> = T | null | undefined;

export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };

export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  DateTime: { input: Date; output: Date; }
  ConfigValue: { input: unknown; output: unknown; }
};

export type DefaultWorkflow = {
  transactionType: Scalars['String']['output'];
  workflowId: Scalars['ID']['output'];
};

export type LocalizedText = {
  language: Scalars['String']['output'];
  text: Scalars['String']['output'];
};

export type MaintenanceWindow = {
  from: Scalars['DateTime']['output'];
  until: Scalars['DateTime']['output'];
  message: Array<LocalizedText>;
};

export type ConfigWarning = {
  field: Scalars['String']['output'];
  message: Scalars['String']['output'];
};

export type Config = {
  _id: Scalars['ID']['output'];
  companyId: Scalars['ID']['output'];
  iosVersion?: Maybe<Scalars['String']['output']>;
  iosForceUpdate?: Maybe<Scalars['Boolean']['output']>;
  androidVersion?: Maybe<Scalars['String']['output']>;
  androidForceUpdate?: Maybe<Scalars['Boolean']['output']>;
  iosMinimumVersion?: Maybe<Scalars['String']['output']>;
  iosRolloutPercent?: Maybe<Scalars['Int']['output']>;
  iosMaintenance: Array<MaintenanceWindow>;
  iosMessages: Array<LocalizedText>;
  androidMinimumVersion?: Maybe<Scalars['String']['output']>;
  androidRolloutPercent?: Maybe<Scalars['Int']['output']>;
  androidMaintenance: Array<MaintenanceWindow>;
  androidMessages: Array<LocalizedText>;
  webMinimumVersion?: Maybe<Scalars['String']['output']>;
  webRolloutPercent?: Maybe<Scalars['Int']['output']>;
  webMaintenance: Array<MaintenanceWindow>;
  webMessages: Array<LocalizedText>;
  approvalThresholdsEnabled?: Maybe<Scalars['Boolean']['output']>;
  defaultWorkflows: Array<DefaultWorkflow>;
  updatedAt: Scalars['DateTime']['output'];
  warnings: Array<ConfigWarning>;
};

export type ConfigFieldChange = {
  field: Scalars['String']['output'];
  from?: Maybe<Scalars['ConfigValue']['output']>;
  to?: Maybe<Scalars['ConfigValue']['output']>;
};

export type ConfigHistoryEntry = {
  _id: Scalars['ID']['output'];
  action: Scalars['String']['output'];
  at: Scalars['DateTime']['output'];
  actorId: Scalars['ID']['output'];
  changes: Array<ConfigFieldChange>;
  rolledBack?: Maybe<Scalars['ID']['output']>;
};

export type ConfigHistoryPage = {
  data: Array<ConfigHistoryEntry>;
  total: Scalars['Int']['output'];
};

export type DefaultWorkflowInput = {
  transactionType: Scalars['String']['input'];
  workflowId: Scalars['ID']['input'];
};

export type LocalizedTextInput = {
  language: Scalars['String']['input'];
  text: Scalars['String']['input'];
};

export type MaintenanceWindowInput = {
  from: Scalars['DateTime']['input'];
  until: Scalars['DateTime']['input'];
  message: Array<LocalizedTextInput>;
};

export type UpdateConfigInput = {
  iosVersion?: InputMaybe<Scalars['String']['input']>;
  iosForceUpdate?: InputMaybe<Scalars['Boolean']['input']>;
  androidVersion?: InputMaybe<Scalars['String']['input']>;
  androidForceUpdate?: InputMaybe<Scalars['Boolean']['input']>;
  iosMinimumVersion?: InputMaybe<Scalars['String']['input']>;
  iosRolloutPercent?: InputMaybe<Scalars['Int']['input']>;
  iosMaintenance?: InputMaybe<Array<MaintenanceWindowInput>>;
  iosMessages?: InputMaybe<Array<LocalizedTextInput>>;
  androidMinimumVersion?: InputMaybe<Scalars['String']['input']>;
  androidRolloutPercent?: InputMaybe<Scalars['Int']['input']>;
  androidMaintenance?: InputMaybe<Array<MaintenanceWindowInput>>;
  androidMessages?: InputMaybe<Array<LocalizedTextInput>>;
  webMinimumVersion?: InputMaybe<Scalars['String']['input']>;
  webRolloutPercent?: InputMaybe<Scalars['Int']['input']>;
  webMaintenance?: InputMaybe<Array<MaintenanceWindowInput>>;
  webMessages?: InputMaybe<Array<LocalizedTextInput>>;
  approvalThresholdsEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  defaultWorkflows?: InputMaybe<Array<DefaultWorkflowInput>>;
};

export type QueryConfigHistoryArgs = {
  skip: Scalars['Int']['input'];
  take: Scalars['Int']['input'];
};

export type MutationUpdateConfigArgs = {
  input: UpdateConfigInput;
};

export type MutationRollbackConfigArgs = {
  auditId: Scalars['ID']['input'];
};

export type ResolverTypeWrapper<T> = Promise<T> | T;

export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};

export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type ResolversTypes = {
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  ConfigValue: ResolverTypeWrapper<Scalars['ConfigValue']['output']>;
  DefaultWorkflow: ResolverTypeWrapper<DefaultWorkflow>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  LocalizedText: ResolverTypeWrapper<LocalizedText>;
  MaintenanceWindow: ResolverTypeWrapper<MaintenanceWindow>;
  ConfigWarning: ResolverTypeWrapper<ConfigWarning>;
  Config: ResolverTypeWrapper<Config>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  ConfigFieldChange: ResolverTypeWrapper<ConfigFieldChange>;
  ConfigHistoryEntry: ResolverTypeWrapper<ConfigHistoryEntry>;
  ConfigHistoryPage: ResolverTypeWrapper<ConfigHistoryPage>;
  DefaultWorkflowInput: DefaultWorkflowInput;
  LocalizedTextInput: LocalizedTextInput;
  MaintenanceWindowInput: MaintenanceWindowInput;
  UpdateConfigInput: UpdateConfigInput;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
};

export type ResolversParentTypes = {
  DateTime: Scalars['DateTime']['output'];
  ConfigValue: Scalars['ConfigValue']['output'];
  DefaultWorkflow: DefaultWorkflow;
  String: Scalars['String']['output'];
  ID: Scalars['ID']['output'];
  LocalizedText: LocalizedText;
  MaintenanceWindow: MaintenanceWindow;
  ConfigWarning: ConfigWarning;
  Config: Config;
  Boolean: Scalars['Boolean']['output'];
  Int: Scalars['Int']['output'];
  ConfigFieldChange: ConfigFieldChange;
  ConfigHistoryEntry: ConfigHistoryEntry;
  ConfigHistoryPage: ConfigHistoryPage;
  DefaultWorkflowInput: DefaultWorkflowInput;
  LocalizedTextInput: LocalizedTextInput;
  MaintenanceWindowInput: MaintenanceWindowInput;
  UpdateConfigInput: UpdateConfigInput;
  Query: Record<PropertyKey, never>;
  Mutation: Record<PropertyKey, never>;
};

export type DefaultWorkflowResolvers<ContextType = Caller, ParentType extends ResolversParentTypes['DefaultWorkflow'] = ResolversParentTypes['DefaultWorkflow']> = {
  transactionType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  workflowId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type LocalizedTextResolvers<ContextType = Caller, ParentType extends ResolversParentTypes['LocalizedText'] = ResolversParentTypes['LocalizedText']> = {
  language?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type MaintenanceWindowResolvers<ContextType = Caller, ParentType extends ResolversParentTypes['MaintenanceWindow'] = ResolversParentTypes['MaintenanceWindow']> = {
  from?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  until?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  message?: Resolver<Array<ResolversTypes['LocalizedText']>, ParentType, ContextType>;
};

export type ConfigWarningResolvers<ContextType = Caller, ParentType extends ResolversParentTypes['ConfigWarning'] = ResolversParentTypes['ConfigWarning']> = {
  field?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ConfigResolvers<ContextType = Caller, ParentType extends ResolversParentTypes['Config'] = ResolversParentTypes['Config']> = {
  _id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  companyId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  iosVersion?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  iosForceUpdate?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  androidVersion?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  androidForceUpdate?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  iosMinimumVersion?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  iosRolloutPercent?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  iosMaintenance?: Resolver<Array<ResolversTypes['MaintenanceWindow']>, ParentType, ContextType>;
  iosMessages?: Resolver<Array<ResolversTypes['LocalizedText']>, ParentType, ContextType>;
  androidMinimumVersion?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  androidRolloutPercent?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  androidMaintenance?: Resolver<Array<ResolversTypes['MaintenanceWindow']>, ParentType, ContextType>;
  androidMessages?: Resolver<Array<ResolversTypes['LocalizedText']>, ParentType, ContextType>;
  webMinimumVersion?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  webRolloutPercent?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  webMaintenance?: Resolver<Array<ResolversTypes['MaintenanceWindow']>, ParentType, ContextType>;
  webMessages?: Resolver<Array<ResolversTypes['LocalizedText']>, ParentType, ContextType>;
  approvalThresholdsEnabled?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  defaultWorkflows?: Resolver<Array<ResolversTypes['DefaultWorkflow']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  warnings?: Resolver<Array<ResolversTypes['ConfigWarning']>, ParentType, ContextType>;
};

export type ConfigFieldChangeResolvers<ContextType = Caller, ParentType extends ResolversParentTypes['ConfigFieldChange'] = ResolversParentTypes['ConfigFieldChange']> = {
  field?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  from?: Resolver<Maybe<ResolversTypes['ConfigValue']>, ParentType, ContextType>;
  to?: Resolver<Maybe<ResolversTypes['ConfigValue']>, ParentType, ContextType>;
};

export type ConfigHistoryEntryResolvers<ContextType = Caller, ParentType extends ResolversParentTypes['ConfigHistoryEntry'] = ResolversParentTypes['ConfigHistoryEntry']> = {
  _id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  action?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  actorId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  changes?: Resolver<Array<ResolversTypes['ConfigFieldChange']>, ParentType, ContextType>;
  rolledBack?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type ConfigHistoryPageResolvers<ContextType = Caller, ParentType extends ResolversParentTypes['ConfigHistoryPage'] = ResolversParentTypes['ConfigHistoryPage']> = {
  data?: Resolver<Array<ResolversTypes['ConfigHistoryEntry']>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type QueryResolvers<ContextType = Caller, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  config?: Resolver<Maybe<ResolversTypes['Config']>, ParentType, ContextType>;
  configHistory?: Resolver<ResolversTypes['ConfigHistoryPage'], ParentType, ContextType, RequireFields<QueryConfigHistoryArgs, 'skip' | 'take'>>;
};

export type MutationResolvers<ContextType = Caller, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  updateConfig?: Resolver<ResolversTypes['Config'], ParentType, ContextType, RequireFields<MutationUpdateConfigArgs, 'input'>>;
  rollbackConfig?: Resolver<ResolversTypes['Config'], ParentType, ContextType, RequireFields<MutationRollbackConfigArgs, 'auditId'>>;
};

export type Resolvers<ContextType = Caller> = {
  DateTime?: GraphQLScalarType;
  ConfigValue?: GraphQLScalarType;
  DefaultWorkflow?: DefaultWorkflowResolvers<ContextType>;
  LocalizedText?: LocalizedTextResolvers<ContextType>;
  MaintenanceWindow?: MaintenanceWindowResolvers<ContextType>;
  ConfigWarning?: ConfigWarningResolvers<ContextType>;
  Config?: ConfigResolvers<ContextType>;
  ConfigFieldChange?: ConfigFieldChangeResolvers<ContextType>;
  ConfigHistoryEntry?: ConfigHistoryEntryResolvers<ContextType>;
  ConfigHistoryPage?: ConfigHistoryPageResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
};
