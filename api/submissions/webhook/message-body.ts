/** What a message is made of. */
interface MessageParts {
  readonly projectId: string;
  readonly answerId: string | null;
  readonly payload: string;
  readonly document: string;
  readonly createdAt: Date;
}

/**
 * The body of a message: `{ type, timestamp, data: { form, submission } }`, `type` being `submission.created`, or `trial`
 * without a submission.
 */
export function messageBody({ projectId, answerId, payload, document, createdAt }: MessageParts): string {
  const { title } = JSON.parse(document) as { readonly title?: string };
  const form = { id: projectId, title };
  if (answerId === null) return JSON.stringify({ type: 'trial', timestamp: createdAt, data: { form } });
  const { schemaVersion, values } = JSON.parse(payload) as {
    readonly schemaVersion: number;
    readonly values: object;
  };
  const submission = { id: answerId, createdAt, schemaVersion, values };
  return JSON.stringify({ type: 'submission.created', timestamp: createdAt, data: { form, submission } });
}
