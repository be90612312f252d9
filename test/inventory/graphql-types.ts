/**
 * Who gets to see an object of each type. `own`: only who it belongs to, or who made it with this very mutation; there is no
 * way to it from an object of somebody else. Exceptions stand in FIELD_AUTH.
 */
export interface TypeRow {
  readonly auth: 'public' | 'own' | 'admin';
  /** All fields, in the order of the alphabet. */
  readonly fields: string;
}

export const TYPE_TABLE: Readonly<Record<string, TypeRow>> = {
  App: {
    auth: 'public',
    fields:
      'aml appId author createdAt deletedAt description file files forkCount forkedFrom forkedFromId frameUrl id isMine kind lineageChanges moderation name openReports ownerId preview previewUrl projectId tags takenDown updatedAt url version versionOf versions',
  },
  AppFile: { auth: 'public', fields: 'content path size' },
  AppReport: { auth: 'admin', fields: 'appVersion createdAt note reason reportId reporter' },
  AppVersion: { auth: 'public', fields: 'aml createdAt description file files name number size tags' },
  Author: { auth: 'public', fields: 'appCount authorId createdAt name picture' },
  ConnectedIdentity: { auth: 'own', fields: 'createdAt email identityId issuer' },
  Conversation: {
    auth: 'own',
    fields: 'conversationId createdAt id messageCount messages projectId title updatedAt',
  },
  ConversationPayload: { auth: 'own', fields: 'conversation' },
  DataDeleteEffect: { auth: 'own', fields: 'action model relation rows' },
  DataField: {
    auth: 'own',
    fields:
      'changeable creatable default doc enumValues fields kind list name operators optional references required type unique',
  },
  DataHealthNote: { auth: 'own', fields: 'aml code fields model sentence severity' },
  DataModel: { auth: 'own', fields: 'count deleteEffects doc fields name primaryKey row rows' },
  DataQuotas: { auth: 'own', fields: 'rowLimit rows visitorRowsPerDay visitorRowsToday' },
  DataRowPage: { auth: 'own', fields: 'rows total' },
  DataRowPayload: { auth: 'own', fields: 'row' },
  DataSpace: { auth: 'own', fields: 'health model models quotas' },
  DeleteAppPayload: { auth: 'own', fields: 'ok' },
  DeleteConversationPayload: { auth: 'own', fields: 'ok' },
  DeleteDataRowsPayload: { auth: 'own', fields: 'rows' },
  DeleteDraftPayload: { auth: 'own', fields: 'ok' },
  DeleteProjectPayload: { auth: 'own', fields: 'ok' },
  DeleteSubmissionsPayload: { auth: 'own', fields: 'deleted' },
  Diagnostic: { auth: 'own', fields: 'code col hint line message path severity' },
  Done: { auth: 'own', fields: 'ok' },
  Draft: {
    auth: 'own',
    fields:
      'app changes changesToPublished conversationId createdAt deletedAt draftId forkedFrom id latest name publishedRevision revision revisions updatedAt',
  },
  DraftChanges: { auth: 'own', fields: 'amlAfter amlBefore files' },
  DraftFileChange: { auth: 'own', fields: 'after before path' },
  DraftNews: { auth: 'own', fields: 'conversationUpdatedAt draftId name publishedRevision revision' },
  DraftRevision: {
    auth: 'own',
    fields:
      'aml cause createdAt diagnostics files id lineOrigin messageId name number previewUrl redoTo touched undoTo',
  },
  DraftRevisionsConnection: { auth: 'own', fields: 'edges pageInfo totalCount' },
  DraftRevisionsConnectionEdge: { auth: 'own', fields: 'cursor node' },
  FileDifference: { auth: 'public', fields: 'change path' },
  ForkAppPayload: { auth: 'own', fields: 'app projectId' },
  LineageChanges: { auth: 'public', fields: 'files source sourceVersion' },
  LlmModelFacts: { auth: 'own', fields: 'contextTokens model price vision' },
  LlmModelPrice: { auth: 'own', fields: 'cachedInput input output' },
  LlmProvider: { auth: 'own', fields: 'facts id models name' },
  LlmToday: {
    auth: 'own',
    fields: 'callLimit calls renewsAt reservedTokens tokenLimit tokens underWay underWayLimit',
  },
  LlmUsage: { auth: 'own', fields: 'entries today' },
  LlmUsageEntry: {
    auth: 'own',
    fields: 'calls day inputTokens isFree model outputTokens provider providerName',
  },
  LogoutPayload: { auth: 'own', fields: 'ok' },
  Message: { auth: 'own', fields: 'body createdAt messageId role' },
  ModerateAppPayload: { auth: 'admin', fields: 'app' },
  ModerationAction: { auth: 'admin', fields: 'action admin createdAt reason' },
  PageInfo: { auth: 'public', fields: 'endCursor hasNextPage hasPreviousPage startCursor' },
  NameDraftRevisionPayload: { auth: 'own', fields: 'revision' },
  PlanDraftPayload: { auth: 'own', fields: 'diagnostics plan' },
  PlanPublishPayload: { auth: 'own', fields: 'diagnostics plan' },
  PlannedChange: { auth: 'own', fields: 'change class rows sentence' },
  Project: {
    auth: 'own',
    fields:
      'app appIsCurrent createdAt currentSchemaVersion deletedAt document forkedFrom formProgress hosts id kind previewUrl projectId published recordSchema renderer rendererSchemaVersion schemaDiff schemaVersion settings slug slugUrl stale submissionCount submissionSummary submissions title updatedAt url version webhookDeliveries',
  },
  ProjectSettings: {
    auth: 'own',
    fields: 'accent answerLimit closedText closesAt duplicates language layout notify webhookUrl',
  },
  MoveSubmissionsPayload: { auth: 'own', fields: 'moved' },
  NumberBin: { auth: 'own', fields: 'count from to' },
  ProjectSubmissionsConnection: { auth: 'own', fields: 'edges pageInfo totalCount' },
  ProjectSubmissionsConnectionEdge: { auth: 'own', fields: 'cursor node' },
  QuestionSummary: { auth: 'own', fields: 'answered bins counts key label max mean min type' },
  SchemaChange: { auth: 'own', fields: 'breaking kind migrationHint summary target version' },
  SchemaDiff: { auth: 'own', fields: 'changes from hasBreaking to' },
  Submission: { auth: 'own', fields: 'createdAt flags schemaVersion submissionId values' },
  FormProgress: { auth: 'own', fields: 'opened reached sent started' },
  QuestionProgress: { auth: 'own', fields: 'count key' },
  SubmissionSummary: { auth: 'own', fields: 'questions total' },
  ProjectWebhookDeliveriesConnection: { auth: 'own', fields: 'edges pageInfo totalCount' },
  ProjectWebhookDeliveriesConnectionEdge: { auth: 'own', fields: 'cursor node' },
  WebhookDelivery: {
    auth: 'own',
    fields: 'answer attemptedAt attempts createdAt deliveryId nextAt problem status submissionId',
  },
  WebhookDeliveryPayload: { auth: 'own', fields: 'delivery' },
  WebhookSecretPayload: { auth: 'own', fields: 'secret' },
  ValueCount: { auth: 'own', fields: 'count value' },
  ProjectHost: { auth: 'own', fields: 'checkedAt host problem txtName txtValue verified' },
  ProjectPayload: { auth: 'own', fields: 'project' },
  PublishAppPayload: { auth: 'own', fields: 'app created diagnostics plan' },
  PublishProjectPayload: { auth: 'own', fields: 'app created' },
  PublishDraftPayload: { auth: 'own', fields: 'app created diagnostics draft plan' },
  QueryAppsConnection: { auth: 'public', fields: 'edges pageInfo totalCount' },
  QueryAppsConnectionEdge: { auth: 'public', fields: 'cursor node' },
  RegisterPayload: { auth: 'own', fields: 'ok' },
  RenameDraftPayload: { auth: 'own', fields: 'draft' },
  ReportAppPayload: { auth: 'own', fields: 'ok' },
  ResendVerificationPayload: { auth: 'own', fields: 'ok' },
  RestoreAppPayload: { auth: 'own', fields: 'app' },
  RestoreAppVersionPayload: { auth: 'own', fields: 'app plan' },
  RestoreDataRowsPayload: { auth: 'own', fields: 'restored' },
  RestoreDeletedDraftPayload: { auth: 'own', fields: 'draft' },
  SaveProjectPayload: { auth: 'own', fields: 'created project' },
  SavedDraft: { auth: 'own', fields: 'draft revision' },
  SignedIn: { auth: 'own', fields: 'token viewer' },
  SignedInDevice: { auth: 'own', fields: 'createdAt isThis lastSeenAt sessionId userAgent' },
  TagCount: { auth: 'public', fields: 'count tag' },
  TakenDown: { auth: 'public', fields: 'at reason' },
  UpdateProfilePayload: { auth: 'own', fields: 'viewer' },
  Viewer: {
    auth: 'own',
    fields:
      'app apps confirmedUntil conversation conversations createdAt deletedApps deletedDrafts deletedProjects draft drafts email hasPassword id identities isAdmin moderatedApps name picture project projects sessions takenDownApps userId',
  },
  ViewerAppsConnection: { auth: 'own', fields: 'edges pageInfo totalCount' },
  ViewerAppsConnectionEdge: { auth: 'own', fields: 'cursor node' },
  ViewerConversationsConnection: { auth: 'own', fields: 'edges pageInfo' },
  ViewerConversationsConnectionEdge: { auth: 'own', fields: 'cursor node' },
  ViewerDeletedDraftsConnection: { auth: 'own', fields: 'edges pageInfo' },
  ViewerDeletedDraftsConnectionEdge: { auth: 'own', fields: 'cursor node' },
  ViewerDraftsConnection: { auth: 'own', fields: 'edges pageInfo' },
  ViewerDraftsConnectionEdge: { auth: 'own', fields: 'cursor node' },
  ViewerModeratedAppsConnection: { auth: 'admin', fields: 'edges pageInfo' },
  ViewerModeratedAppsConnectionEdge: { auth: 'admin', fields: 'cursor node' },
  ViewerProjectsConnection: { auth: 'own', fields: 'edges pageInfo totalCount' },
  ViewerProjectsConnectionEdge: { auth: 'own', fields: 'cursor node' },
};

/** Fields that fewer people see than the object they stand on: null, an empty list or an error to all others. */
export const FIELD_AUTH: Readonly<Record<string, 'own' | 'admin'>> = {
  'App.deletedAt': 'own',
  'App.moderation': 'admin',
  'App.openReports': 'admin',
  'Viewer.moderatedApps': 'admin',
};
